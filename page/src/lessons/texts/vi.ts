import type { LessonTexts } from '.';

export const vi: LessonTexts = {
  ui: {
    intro: 'Mỗi hình là một trò chơi thật: hãy đổi luật hoặc thế cờ, máy sẽ trả lời lại. Mỗi bài tập cho biết vì sao câu trả lời sai. Phần bạn đã làm được lưu trong trình duyệt này.',
    all: 'Mọi bài học', leave: 'Trở lại ván chơi', progress: 'xong {n} trên {m} bước', nextLesson: 'Bài tiếp theo', reset: 'Như ban đầu', open: 'Mở trên bàn chơi',
    check: 'Kiểm tra', yours: 'Trả lời', right: 'Đúng.', wrong: 'Chưa đúng.', another: 'Câu tiếp', more: 'Luyện thêm', rounds: '{n} trên {m}',
    youBegin: 'Chơi lại, bạn đi trước', engineBegins: 'Chơi lại, máy đi trước', labelHelp: 'Nhấp một thế để gán nhãn: một lần là P, hai lần là N, lần thứ ba thì bỏ nhãn.',
    labelDraws: 'Trạng thái thứ tư, D, là hòa.',
    leadsTo: 'Từ {n} có thể đi đến {list}.', noMove: 'Từ {n} không có nước đi nào.', options: 'Từ {n} có thể đi đến:', valueOf: 'giá trị', theGame: 'Trò chơi', nimHeap: 'Một đống Nim bên cạnh', heapOf: 'đống {n} viên',
    daily: 'Câu đố trong ngày', dailyAbout: 'Một thế cờ cho ngày {day}, giống nhau với mọi người, có đúng một nước thắng. Hãy tìm nó.', levels: 'Mức', graded: 'Độ khó {n}; có {m} nước để chọn.',
    teacher: 'Ra bài tập', teacherAbout: 'Ghép các câu hỏi: luật, thế cờ và điều cần tìm. Đưa liên kết cho học sinh; mỗi câu trả lời được chấm ngay, cuối cùng các em gửi lại một tệp chứa mọi câu trả lời.', title: 'Tên bài', toFind: 'Cần tìm', addTask: 'Thêm câu này', removeTask: 'bỏ',
    link: 'Liên kết cho học sinh', assignment: 'Bài tập', noTasks: 'Liên kết này không có câu nào.', yourName: 'Tên của bạn', saveAnswers: 'Lưu câu trả lời thành tệp',
    certificate: 'Chứng minh gồm những gì', window: 'Mỗi giá trị được tìm từ hữu hạn giá trị trước nó. Nếu các giá trị lặp lại với chu kỳ {p} kể từ {n} trong suốt khoảng mà một nước đi với tới, ở đây là đến {end}, thì giá trị kế tiếp cũng lặp lại, và mọi giá trị sau đó cũng vậy. Vì thế một bảng hữu hạn là một chứng minh, ai cũng kiểm tra lại được.',
  },
  ask: {
    who: 'Ai thắng?', move: 'Tìm một nước thắng: nhấp vào bàn chơi.', label: 'Gán nhãn P hoặc N cho mọi thế.', sum: 'Tổng Nim của các giá trị là bao nhiêu?',
    mex: 'Giá trị là bao nhiêu: số nhỏ nhất mà không lựa chọn nào có?', balance: 'Đống Nim nào làm cho người đến lượt đi thua ở tổng?',
  },
  said: {
    whoWins: '{move} để lại {then}, từ đó người kia thua.', whoLoses: 'Đi nước nào thì người kia cũng có nước đáp thắng.',
    whoMissed: 'Bạn đã bỏ sót một nước: {move} để lại {then}, là thế thua cho người kia.', whoNone: 'Không nước nào thắng. Thử {move}: nước đáp {reply} đánh bại nó. Các nước khác cũng vậy.', whoEnd: 'Không còn nước nào: người đến lượt đi đã thua.',
    moveRight: 'Sau {move}, thế {then} là thua cho người kia.', moveWrong: 'Sau {move}, người kia đáp {reply} và để lại {left}, là thế thua cho bạn.',
    scoreRight: 'Với {move} bạn hơn {n} điểm khi kết thúc, không gì tốt hơn.', scoreWrong: 'Với {move} bạn hơn {n} điểm; {best} cho {most}.',
    labelRight: 'Mọi nhãn đều đúng. P: {list}.', labelOpen: '{node} chưa có nhãn.', labelEnd: 'Từ {node} không có nước đi: ai đến lượt thì đã thua, nên là P.',
    labelToP: 'Từ {node} đi được đến {to}, là P. Vậy {node} là N.', labelAllN: 'Từ {node} mọi nước đều đến thế N: {list}. Vậy {node} là P.',
    labelDraw: 'Từ {node} không nước nào đến P, nhưng cũng không phải mọi nước đều đến N: có thể đi mãi. Vậy {node} là hòa, D.',
    sumRight: 'Tổng Nim là {n}.', sumWrong: 'Hãy nhìn cột {column}: có {n} chữ số 1, nên chữ số của tổng ở đó là {digit}.',
    mexRight: 'Mọi số nhỏ hơn {n} đều là giá trị của một lựa chọn, còn {n} thì không.', mexHas: 'Không thể là {n}: lựa chọn {option} có giá trị đó.', mexEarlier: 'Không lựa chọn nào có {n}, nhưng đó chưa phải số nhỏ nhất: {least} cũng không có.',
    balanceRight: 'Với đống {n} bên cạnh, người đến lượt đi thua: trò chơi tương đương đống Nim {n} viên.', balanceWrong: 'Với đống {n}, người đến lượt đi thắng bằng {move}.',
  },
  levels: { easy: 'Dễ', medium: 'Vừa', hard: 'Khó' },
  lessons: {
    1: {
      title: 'Thế thắng và thế thua', about: 'Bốc 1, 2 hoặc 3 viên sỏi: ai thắng, và cách tìm ra từ cuối.',
      steps: [
        ['Trên bàn có tám viên sỏi. Hai người lần lượt bốc, mỗi lần một, hai hoặc ba viên; ai không đi được thì thua.', 'Hãy chơi với máy. Nếu bạn đi trước, máy luôn thắng. Để máy đi trước thì bạn có thể thắng: bạn có thấy cách không?'],
        ['Hãy nhìn từ cuối. Ở 0 không có nước đi, người đến lượt đã thua: đó là thế P (Previous: người vừa đi thắng). Từ 1, 2, 3 đi được đến 0, nên đó là các thế N (Next: người đến lượt đi thắng). Từ 4 mọi nước đều đến thế N, nên 4 là P.', 'Chỉ cần một quy tắc: một thế là N nếu có nước đi đến P, là P nếu không có nước nào như thế. Nhấp một số để xem các nước đi từ đó.'],
        ['Đến lượt bạn. Hãy nhớ: ở đây các bội của bốn rất đặc biệt.'],
        ['Ai đứng ở thế N thì thắng bằng cách để lại thế P. Ở đây nghĩa là: để lại một bội của bốn.'],
        ['Luật khác, quy luật khác. Bây giờ được bốc 1, 3 hoặc 4. Các thế P là 0, 2, 7, 9, 14, 16, …: lặp lại theo chu kỳ 7. Nhãn được tìm theo cùng một cách. Hãy đổi tập số trong luật và xem điều gì xảy ra.'],
        ['Bốc 1, 3 hoặc 4: ai thắng?'],
      ],
    },
    2: {
      title: 'Đồ thị trò chơi, tự gán nhãn', about: 'Thế cờ là đỉnh, nước đi là mũi tên; nhãn lan ra từ các đỉnh cuối.',
      steps: [
        ['Trò chơi là một đồ thị có hướng: mỗi thế là một đỉnh, mỗi nước đi là một cung. Hai người lần lượt đi theo các cung; ai đứng ở đỉnh không còn cung đi ra thì thua. Hãy nhấp các đỉnh từ dưới lên để mở nhãn.'],
        ['Hãy tự gán nhãn đồ thị này. Bắt đầu từ đỉnh không có cung đi ra, rồi đi lên.'],
        ['Một thế không nhất thiết là một số. Quân vua đứng trên bàn cờ, đi sang trái, lên trên, hoặc chéo, về phía góc (0,0). Nhãn được tìm theo cùng một cách, từ góc.'],
        ['Gán nhãn cả chín ô.'],
        ['Vẫn là quân vua, trên bàn lớn hơn. Hãy đi sao cho đối thủ thua. Nhìn lại các nhãn: những ô nào là P?'],
      ],
    },
    3: {
      title: 'Nim và các cột nhị phân', about: 'Định lý Bouton (1901): bí mật của nhiều đống.',
      steps: [
        ['Có nhiều đống. Mỗi nước bốc bao nhiêu tùy ý từ một đống; ai không đi được thì thua. Một đống thì dễ, hai đống bằng nhau cũng dễ: cứ bắt chước đối thủ. Ba đống thì cần một ý tưởng.'],
        ['Viết các đống theo nhị phân, chồng lên nhau, rồi đếm số chữ số 1 ở mỗi cột. Nếu mọi cột có số chẵn chữ số 1 thì người đến lượt đi thua. Hàng dưới cùng là tổng Nim ⊕: cột có số lẻ chữ số 1 cho 1. Hãy đổi các đống và quan sát.'],
        ['Tìm tổng Nim. Xét từng cột: số chẵn chữ số 1 cho 0, số lẻ cho 1.'],
        ['Vì sao đúng. Nếu tổng là 0, mọi nước đi làm đổi một hàng nên có cột thành lẻ: tổng không còn là 0. Nếu tổng là s khác 0, xét chữ số 1 cao nhất của s: có đống x có chữ số 1 ở cột đó. Thay x bằng x ⊕ s, tức đổi toàn bộ phần chênh chứ không chỉ một chữ số. Số này nhỏ hơn x nên đó là một nước đi, và mọi cột thành chẵn. Cuối cùng mọi đống là 0 và tổng là 0, nên ai luôn để lại 0 thì thắng.'],
        ['Tìm nước thắng: nước làm cho mọi cột chẵn.'],
      ],
    },
    4: {
      title: 'mex và giá trị Grundy', about: 'Mỗi thế một số: số nhỏ nhất mà các lựa chọn không có.',
      steps: [
        ['Khi ghép các trò chơi lại thì N và P chưa đủ. Vì thế mỗi thế có một số, giá trị Grundy: số nguyên nhỏ nhất kể từ 0 mà không lựa chọn nào có. Số đó gọi là mex: mex{0,1,2,5,7} = 3, mex{} = 0, mex{1,2,3} = 0.', 'Ở đây được bốc 2 hoặc 5. Hãy đổi thế và xem giá trị sinh ra từ các lựa chọn.'],
        ['Ở đây bốc một số chính phương: 1, 4, 9, 16, 25. Giá trị của các lựa chọn ghi ở dưới. Giá trị của thế này là bao nhiêu?'],
        ['Mọi giá trị của trò “trừ số chính phương” từ 0 đến 28. Một thế là thua đúng khi giá trị bằng 0: nếu các lựa chọn không có 0 thì không nước nào đến thế thua. Số 3 đầu tiên ở 25, số 4 đầu tiên ở 28.'],
        ['Bốc 2 hoặc 5: giá trị là bao nhiêu?'],
      ],
    },
    5: {
      title: 'Tổng các trò chơi', about: 'Vì sao *3 khác *1, và vì sao giá trị cộng bằng ⊕.',
      steps: [
        ['Nhiều trò chơi đặt cạnh nhau: mỗi lượt chỉ đi ở một trò. Ở đây có ba đống, mỗi nước bốc một số chính phương từ một đống. Các đống 5, 4, 1 có giá trị 0, 2, 1, và 0 ⊕ 2 ⊕ 1 = 3. Hãy thắng ván này.'],
        ['Đứng một mình, thế có giá trị 3 cũng như thế có giá trị 1: người đến lượt đi thắng. Vậy sao lại cần hai số? Hãy đặt một đống Nim bên cạnh. Trò chơi là bảy viên, mỗi lần bốc 1, 2 hoặc 3; giá trị là 3. Hãy chọn cỡ đống Nim: với 1, người đến lượt đi thắng. Chỉ với 3 thì người đó thua: một người làm gì ở phần này, người kia đáp ở phần kia để hai phần lại bằng nhau.', 'Giá trị chính là như thế: đống Nim cân bằng với trò chơi.'],
        ['Bốc 2 hoặc 5 từ trò chơi, hoặc bao nhiêu tùy ý từ đống Nim bên cạnh. Đống nào cân bằng với trò chơi?'],
        ['Vậy tổng xử sự như Nim với các đống bằng những giá trị đó (Sprague 1935, Grundy 1939). Ba đống của trò “trừ số chính phương” cùng giá trị: tổng có giá trị bao nhiêu?'],
        ['Ba đống; mỗi nước bốc 1, 2 hoặc 3 từ một đống. Giá trị của một đống là số dư khi chia cho bốn. Tìm nước thắng.'],
      ],
    },
    6: {
      title: 'Cắt bàn chơi thành nhiều phần', about: 'Một nước đi có thể để lại hai trò chơi: Kayles, dấu chéo, đô-mi-nô.',
      steps: [
        ['Kayles: các con ki đứng thành hàng; quả bóng đánh đổ một con hoặc hai con kề nhau. Đánh vào giữa để lại hai hàng, từ đó mỗi nước chỉ đi ở một hàng: thế cờ đã thành một tổng.'],
        ['Vì thế một lựa chọn có thể là một tổng. Giá trị của nó là tổng Nim của các phần, rồi lấy mex như trước. Từ 4 con ki có thể để lại 3, 2, 1 + 2 hoặc 1 + 1.'],
        ['Đây là các lựa chọn cùng giá trị. Giá trị của hàng là bao nhiêu?'],
        ['Bàn cờ cũng bị chia ra. Trong Cram người chơi đặt đô-mi-nô vào các ô trống. Khi các ô trống tách thành những vùng rời nhau, mỗi vùng là một trò riêng và máy cộng các giá trị lại.'],
        ['Lại là Kayles: tìm nước thắng. Ở hàng lẻ, đánh con giữa để lại hai hàng bằng nhau; ở hàng chẵn thì đánh cặp giữa. Vì sao như thế thắng? Có thể còn nước thắng khác.'],
      ],
    },
    7: {
      title: 'Misère và những nước đi đảo ngược được', about: 'Nơi tổng Nim không còn đúng, và nơi nó vẫn đúng.',
      steps: [
        ['Misère: ai không đi được thì thắng, tức là ai lấy viên cuối thì thua. Hãy chơi Nim như thế. Khi còn đống lớn hơn 1, chơi như Nim; nước sẽ chỉ còn toàn đống 1 viên phải để lại một số lẻ đống.'],
        ['Chỉ có các đống một viên, misère: ai thắng?'],
        ['Nim misère: tìm nước thắng.'],
        ['Bốc 1, 2 hoặc 3, misère: các thế thua là 1, 5, 9, … Ở đây chỉ có kết quả: theo misère các giá trị không cộng được, vì giá trị 0 không còn nghĩa là thua. Với các trò khác Nim, tổng theo misère phải được xét toàn bộ; đó là nơi tổng Nim không còn đúng.'],
        ['Trở lại luật thường. Bây giờ một đống còn có thể tăng, đến một giới hạn. Nước làm tăng đống là đảo ngược được: người kia lấy đi phần vừa thêm và mọi thứ như cũ. Vì thế kết quả giống Nim: ở đây là 2 và 3. Tăng thêm không giúp được ai.'],
      ],
    },
    8: {
      title: 'Chu trình và hòa', about: 'Khi trò chơi không nhất thiết kết thúc.',
      steps: [
        ['Một quân đứng ở một số. Luôn được đi xuống; từ 2 trở lên cũng được đi lên. Đồ thị bây giờ có chu trình. Nhãn vẫn lan ra từ cuối: 0 là P, 1 là N. Từ 2, đi xuống là giúp đối thủ, nên người ta đi lên, và cứ thế mãi: điều không gì quyết định được là hòa, D. Hãy nhấp các đỉnh.'],
        ['Hãy tự gán nhãn: P, N hoặc D.'],
        ['Hãy chơi. Không ai bị ép thua. Khi một thế xuất hiện lần thứ ba thì ván hòa.'],
        ['Trò chơi chữ L trong tập huấn: mỗi người có một chữ L bốn ô, đi xong có thể dời một trong hai quân trung lập. Ai không đi được thì thua. Trong 18.368 thế có 8.048 thế thắng, 232 thế thua và 10.088 thế hòa: chơi đúng thì không ai thua. (Trò này không công bằng: mỗi người có quân riêng.)'],
      ],
    },
    9: {
      title: 'Trò chơi tính điểm', about: 'Tổng lớn hơn thì thắng: mini-max.',
      steps: [
        ['Một hàng lá bài; mỗi nước lấy lá ở một đầu và giữ điểm của nó. Bây giờ không phải nước cuối mà hiệu số điểm quyết định. Mỗi thế có một điểm: lớn nhất của điểm nước đi thu được trừ điểm để lại cho đối thủ. Hãy chơi 3, 9, 1, 2: tham lam là chưa đủ.'],
        ['Các lá 4, 1, 7, 2, 9, 5, một số đã mất. Hãy lấy đầu tốt hơn.'],
      ],
    },
    10: {
      title: 'Chu kỳ và chứng minh', about: 'Từ một bảng hữu hạn đến mọi thế.',
      steps: [
        ['Giá trị của Kayles từ 0 đến 47. Lúc đầu trông lộn xộn, rồi lặp lại với chu kỳ 12.'],
        ['Thấy chưa phải là chứng minh. Nhưng một nước Kayles lấy nhiều nhất hai con ki và chia phần còn lại thành nhiều nhất hai phần. Guy và Smith chứng minh năm 1956: nếu các giá trị lặp lại đủ lâu thì chúng lặp lại mãi. Hãy mở chứng minh.'],
        ['Có chu kỳ thì trả lời được cho đống lớn mà không cần tính. Bốc 1, 3 hoặc 4: lặp lại theo 7, P là các số dư 0 và 2. Ai thắng?'],
        ['Dấu chéo trên dải ô, không hai dấu kề nhau (cờ Dawson): chu kỳ 34 kể từ 52. Trước đó có ngoại lệ: 14, 16, 17, 31, 34, 51, và chính 0, nơi giá trị khác quy luật.'],
        ['Trò chơi Grundy: chia một đống thành hai đống khác nhau. Chưa ai biết giá trị có lặp lại hay không; đã tính đến hàng tỉ. Câu trả lời trung thực là: chưa biết, đến nay chưa thấy.'],
      ],
    },
    11: {
      title: 'Bài toán trên các hệ thống chấm', about: 'Từ đề bài đến luật rồi đến chương trình.',
      steps: [
        ['Một đề bài: “Có n viên sỏi; mỗi lượt bốc 1, 2 hoặc 3; ai bốc viên cuối thì thắng. In ra người thắng.” Trước hết là luật: n -> n-k for k in 1..3. Rồi tìm quy luật: n mod 4. Cuối cùng là chương trình: một dòng.'],
        ['“Mỗi lượt bốc từ một trong các đống một số viên thuộc tập S.” Tập S là tham số của luật; mỗi đống có giá trị theo mex; các đống cộng bằng ⊕. Với S = {2,5} các giá trị là 0 0 1 1 0 2 1 0 0 1 1 … Hãy đổi luật bên dưới.'],
        ['Codeforces 1312F: lâu đài bị tấn công theo ba kiểu, kiểu thứ hai và thứ ba không được dùng liên tiếp. Vì thế thế cờ gồm cỡ đống và kiểu tấn công cuối. Đống lớn đến 10^18: chỉ chu kỳ mới giúp được, máy tìm ra và chứng minh nó.'],
        ['Đây là cả hai mươi sáu bài. Hãy mở trò chơi của từng bài trên bàn; chương trình đọc dữ liệu như hệ thống chấm và trả lời đúng định dạng.'],
      ],
    },
  },
};
