// The games of the gallery in Vietnamese: name, title, description, and how the positions of a board are written.

export const text = `
aliquot | Trừ ước thực sự | Trừ khỏi một số một ước thực sự của nó, đến khi còn 1.
all-but | Cấm một số lượng | Bốc số vật bất kỳ không thuộc tập hữu hạn S (tham số).
another-amount | Bốc khác lần trước | Bốc số vật bất kỳ, trừ số vừa bốc từ chính đống đó.
antonim | Antonim ba đống | Nim mà không hai đống nào được bằng nhau, trừ đống rỗng. | các đống, không hai đống nào bằng nhau, như \`1,2,4,6\`
at-most-half | Bốc nhiều nhất một nửa | Mỗi lượt bốc nhiều nhất một nửa đống.
bachet | Bốc đến k vật | Bốc từ 1 đến k vật của một đống.
bishop | Tượng đi đến cạnh | Tượng chỉ đi chéo về phía góc (0,0) và dừng ở cạnh bàn.
break-chocolate | Bẻ sô-cô-la | Bẻ một miếng sô-cô-la làm hai theo một đường kẻ.
castles | Lâu đài bị tấn công | Mỗi lâu đài có n lính; bộ binh và kỵ binh không được tấn công giống lần trước.
chocolate | Thanh sô-cô-la | Thanh a×b ô có một ô góc đắng; bẻ và ăn phần không có ô đắng.
chomp | Chomp | Thanh sô-cô-la có ô góc bị độc; cắn một ô cùng mọi ô bên phải và bên dưới nó. | \`4x7\`, hoặc độ dài các hàng \`7,7,5\`
circular-nim | Nim vòng tròn CN(4,2) | Bốn đống xếp vòng tròn; bốc từ một đống hoặc hai đống kề nhau. | các đống quanh vòng tròn, như \`1,1,2,1,1\`
couples-are-forever | Cặp đôi không rời | Tách một đống làm hai; chỉ đống hai vật là không được tách.
crosses | Chữ thập | Trên dải n ô, đặt dấu chữ thập sao cho không có hai dấu kề nhau.
cuboids | Cắt khối hộp | Từ khối x×y×z, mỗi lượt bỏ một lớp dày một đơn vị theo mỗi trục.
dawsons-chess | Cờ Dawson | Tốt đối mặt trên bàn ba hàng n cột, bắt buộc phải ăn.
dawsons-kayles | Kayles của Dawson | Kayles mà mỗi lần ném đổ đúng hai ki kề nhau.
dim | Dim | Giảm một đống đi một ước của nó.
dividing | Chia và làm tròn xuống | Thay n bằng phần nguyên của n/k, với k từ 2 đến n.
divisor-game | Trò chơi ước số | Thay một số bằng một ước nhỏ hơn của nó.
double-kayles | Kayles kép | Bốc nhiều nhất bốn vật, rồi có thể tách phần còn lại làm hai.
end-nim | Nim hai đầu, ba đống | Các đống xếp thành hàng; chỉ bốc từ đống ngoài cùng bên trái hoặc phải. | các đống theo hàng, như \`2,1,3,2\`
ends | Lấy từ hai đầu | Một hàng thẻ có số; lấy thẻ ở một đầu, ai có tổng lớn hơn thắng.
equal-towers | Chia tháp thành các tháp bằng nhau | Chia tháp n viên gạch thành y > 1 tháp bằng nhau, tất cả còn trong cuộc.
euclid-to-zero | Euclid đến số không | Trừ bội của số nhỏ khỏi số lớn; ai đưa một số về 0 thì thắng.
euclid | Trò chơi Euclid | Hai số dương; trừ bội của số nhỏ khỏi số lớn nhưng giữ cả hai dương.
euclidean-division | Chia có dư | Chia đống n cho d < n: các đống d, và số dư là một đống nữa.
even-matches | Số que chẵn | Số que lẻ; bốc một đến bốn que, cuối cùng ai giữ số que chẵn thì thắng.
fibonacci-nim | Nim Fibonacci | Một đống; bốc nhiều nhất gấp đôi số đối thủ vừa bốc.
front | Lấy từ phía trước | Hàng đá có giá trị; lấy một đến ba viên từ phía trước và được điểm.
generalised-wythoff | Wythoff nới lỏng | Bốc từ một đống, hoặc từ cả hai với hai số chênh nhau dưới r (tham số).
growing-nim | Nim có đống lớn lên | Đống tối đa N vật có thể giảm như Nim hoặc tăng lại, trừ khi rỗng.
grundy | Trò chơi Grundy | Tách một đống thành hai đống không bằng nhau.
guiles | Guiles | Lấy đống một hoặc hai vật, hoặc lấy hai vật từ đống lớn hơn và tách phần còn lại làm hai.
incstone | Một viên thành hai | Lấy một viên đá và đặt hai viên vào các ô xa hơn.
kayles | Kayles | Ki đứng thành hàng; đánh đổ một ki hoặc hai ki kề nhau.
kenyon | Trò chơi Kenyon | Lấy một vật, hoặc lấy hai và tách phần còn lại thành nhiều nhất ba đống.
king | Vua đi đến góc | Vua đi một bước sang trái, xuống hoặc chéo về góc (0,0).
kings-horses | Ngựa của nhà vua | Mã trắng trên bàn không có cạnh xa; hàng và cột đếm từ 0.
knight | Mã trắng | Mã trên bàn cạnh N chỉ đi bốn nước đưa nó gần góc (1,1) hơn.
knots | Nút thắt | Gỡ một nút (dây có thể đứt ở đó), hoặc cắt dây giữa hai nút.
kotzig | Nim của Kotzig | Quân đi quanh vòng N ô theo các bước trong S và không vào lại ô đã qua.
lasker | Nim của Lasker | Nim mà thay vì bốc có thể tách một đống làm hai.
lim | Lim | Ba đống; bốc cùng số vật từ hai đống và đặt số đó lên đống thứ ba.
marbles | Bi về góc | Các viên bi đi như hậu về góc (0,0); ai đưa một viên về trước thì thắng.
mem | Bốc ít nhất bằng lần trước | Bốc ít nhất số vật đã bốc lần trước từ chính đống đó.
misere-nim | Nim misère | Nim mà ai bốc vật cuối cùng thì thua.
mock-turtles | Rùa giả | Lật nhiều nhất ba đồng xu, đồng phải nhất từ ngửa sang sấp.
moebius | Moebius | Lật nhiều nhất năm đồng xu, đồng phải nhất từ ngửa sang sấp.
mogul | Mogul | Lật nhiều nhất bảy đồng xu, đồng phải nhất từ ngửa sang sấp.
moore | Nim của Moore, hai đống mỗi lượt | Ba đống; bốc từ một hoặc hai đống, không nhất thiết bằng nhau. | các đống, như \`1,2,3,3\`
nim-with-a-pass | Nim được bỏ lượt | Hai đống Nim và một lần bỏ lượt cho cả ván.
nim | Nim | Số đống tùy ý; mỗi lượt bốc bao nhiêu vật cũng được từ một đống.
nimble | Nimble | Đồng xu trên dải ô đánh số từ 0; mỗi lượt đẩy một đồng sang trái.
no-more-than-last | Không nhiều hơn lần trước | Như Nim Fibonacci, nhưng chỉ bốc nhiều nhất bằng số vừa bốc.
no-repeats | Không lặp lại | Bốc 1 đến k vật, nhưng khác số vừa bốc từ đống đó.
non-decreasing | Nim trên hàng không giảm | Các đống xếp thành hàng, luôn giữ thứ tự không giảm. | các đống theo thứ tự, như \`1,2,4\`
northcott | Northcott trên một hàng | Một quân trắng và một quân đen trên hàng N ô, đi quân mình, không nhảy qua.
nullify | Đưa ma trận 2×2 về không | Giảm một phần tử và có thể đổi các phần tử trên đường sang phải và xuống.
officers | Sĩ quan | Lấy một vật, nhưng không phải vật cuối, và có thể tách phần còn lại làm hai.
parity-table | Hàng và cột có tổng chẵn | Bảng số: xóa hàng cuối hoặc cột cuối nếu tổng của nó chẵn. | các hàng số cách nhau bằng \`/\`, như \`1 2 3/0 1 2\`
pas | Sọc màu | Đặt các dải trắng, đỏ, xanh dài w, r, b lên dải n ô.
pawns | Tốt trên đồ thị | Tốt đứng trên các đỉnh của đồ thị có hướng; mỗi lượt đi một tốt theo một cung.
poker-nim | Nim Poker có quỹ | Nim mà còn có thể đặt thêm thẻ từ quỹ lên đống.
prim | Prim | Bốc một số nguyên tố cùng nhau với đống, nhưng không phải vật cuối.
rims | Vòng | Các chấm trên giấy; vẽ một vòng qua ít nhất một chấm, chia các chấm còn lại làm trong và ngoài.
rook | Xe đi đến góc | Xe đi sang trái hoặc xuống trên bàn có góc (0,0).
ruler | Thước kẻ | Lật số đồng xu kề nhau tùy ý, đồng phải nhất từ ngửa sang sấp.
s-nim | Trò chơi trừ S-Nim | Bốc một số thuộc tập S (tham số).
saliquant | Trừ số không phải ước | Trừ khỏi một số một số nhỏ hơn không phải là ước của nó.
seventeen | Trò chơi 0.17 | Lấy đống một vật, hoặc lấy hai vật và có thể tách phần còn lại làm hai.
she-loves-me | Nàng yêu, nàng không yêu | Hai người lần lượt bứt cánh hoa cúc, mỗi lượt một cánh.
silver-dollar | Đồng xu trên dải, không nhảy qua | Ba đồng xu trên các ô khác nhau với a < b < c, đi sang trái. | dải ô có đồng xu \`X\`, như \`..X..X...X\`
squares | Bốc số chính phương | Bốc một số chính phương dương.
staircase | Nim bậc thang | Đồng xu trên các bậc thang; đưa bao nhiêu đồng cũng được xuống bậc dưới. | số viên ở các bậc 1, 2, …, như \`1,7,1\`
stones | Đá trượt một hoặc hai ô | Đá trên dải trượt sang trái một hoặc hai ô. | một dải như \`X..X.\`, hoặc số ô trống trước mỗi viên, như \`1,4,5\`
take-1-2-3 | Bốc một, hai hoặc ba | Trò bốc vật đầu tiên của hầu hết các khóa học: ai bốc vật cuối thì thắng.
take-1-or-2 | Bốc một hoặc hai | Bốc một hoặc hai vật của một đống.
take-a-factorial | Bốc giai thừa | Bốc 1, 2, 6, 24, 120, … vật.
take-a-fibonacci | Bốc số Fibonacci | Bốc 1, 2, 3, 5, 8, 13, … vật.
take-a-power | Bốc lũy thừa | Bốc một lũy thừa của b (tham số), kể cả 1.
take-a-prime | Bốc số nguyên tố | Bốc một số nguyên tố vật.
take-a-triangle | Bốc số tam giác | Bốc 1, 3, 6, 10, 15, … vật.
take-one-or-all | Bốc một hoặc tất cả | Bốc một vật hoặc cả đống.
treblecross | Treblecross | Cờ ca-rô trên dải chỉ có dấu X: ai tạo ba dấu liền thì thắng. | một dải như \`..X...\`, hoặc số ô của nó; nhiều dải là một thế
triplets | Bộ ba | Lật đúng ba đồng xu, đồng phải nhất từ ngửa sang sấp.
turning-corners | Lật bốn góc | Đồng xu trên bàn: lật bốn góc của một hình chữ nhật.
turning-turtles | Lật rùa | Hàng đồng xu đánh số từ 1; lật một đồng và có thể thêm một đồng bên trái.
twins | Song sinh | Lật đúng hai đồng xu, đồng bên phải từ ngửa sang sấp.
two-down-one-up | Xuống hai hoặc lên một | Quân trên thang 0 đến N xuống hai bậc hoặc lên một bậc, dừng hẳn ở 0.
two-marbles | Hai viên bi, về trước thì thắng | Hai viên bi đi như hậu về góc; một viên về đến nơi là hết ván.
wythoff | Trò chơi Wythoff | Hai đống: bốc từ một đống, hoặc cùng số vật từ cả hai.
vertex-geography | Địa lý trên đỉnh | Quân đi theo cạnh của đồ thị; đỉnh nó rời đi thì biến mất. | đồ thị và chỗ của quân, như \`path7:2\`, \`grid3x3:0\`, \`0-1,1-2:1\`
edge-geography | Địa lý trên cạnh | Quân đi theo cạnh của đồ thị; cạnh đã dùng thì biến mất. | đồ thị và chỗ của quân, như \`cycle5:0\`, \`0-1,1-2:1\`
schuh | Trò ước số của Schuh | Lần lượt gọi tên các ước của một số, không gọi bội của ước đã gọi; ai gọi 1 thì thua. | \`divisors(720)\`, một thứ tự bằng các cặp \`1-2,1-3\`, hoặc phần còn lại \`divisors(12){1,2,4}\`
non-attacking-queens | Hậu không ăn nhau | Lần lượt đặt hậu lên bàn sao cho không quân nào ăn nhau. | \`5x5\`, hoặc các hàng gồm \`o\` cho ô còn dùng được và \`.\` cho ô khác
impartial-col | Col, ai cũng dùng được cả hai màu | Tô các đỉnh của đồ thị bằng hai màu sao cho hai đỉnh kề khác màu. | đồ thị như \`path5\`, \`grid3x3\`, kèm màu: \`path5=..a.b\`
weighted-arc-kayles | Kayles trên cạnh có trọng số | Lấy một quân ở mỗi đầu của một cạnh. | đồ thị với một số cho mỗi đỉnh, như \`path3=1,2,1\`
connected-subtraction | Bớt đỉnh giữ liên thông | Lấy một đỉnh sao cho phần còn lại vẫn liên thông. | đồ thị như \`path5\`, \`petersen\`, hoặc phần còn lại \`path5{0,1,2}\`
kings-clobber | Clobber của vua | Một quân ăn quân khác màu kề nó, kể cả chéo góc. | các hàng gồm \`X\`, \`O\` và \`.\` cách nhau bằng \`/\`
cannibal-clobber | Clobber ăn thịt đồng loại | Một quân ăn quân kề nó, khác màu hay cùng màu, và đứng vào chỗ đó. | \`3x4\` đầy quân xen kẽ, hoặc các hàng gồm \`X\`, \`O\` và \`.\` cách nhau bằng \`/\`
l-tromino-cram | Cram với quân L ba ô | Đặt quân hình L gồm ba ô lên các ô trống, xoay tùy ý. | \`4x4\`, hoặc các hàng gồm \`.\` và \`#\` cách nhau bằng \`/\`
cram | Cram | Đặt quân domino lên bàn, ngang hay dọc đều được. | \`5x5\`, hoặc các hàng gồm \`.\` và \`#\` cách nhau bằng \`/\`
hackenbush | Hackenbush xanh | Hình đứng trên mặt đất; chặt một cạnh, phần không còn nối với đất biến mất. | các cạnh như \`0-1,1-2,2-0\`; \`0\` là mặt đất
node-kayles | Kayles trên đỉnh | Lấy một đỉnh của đồ thị cùng các đỉnh kề. | \`path7\`, \`cycle9\`, \`grid3x4\`, \`complete5\`, \`star6\`, \`cube3\`, \`petersen\`, hoặc các cạnh \`0-1,1-2\`
arc-kayles | Kayles trên cạnh | Lấy một cạnh của đồ thị cùng hai đầu. | \`path7\`, \`cycle9\`, \`grid3x4\`, \`complete5\`, \`star6\`, \`cube3\`, \`petersen\`, hoặc các cạnh \`0-1,1-2\`
clobber | Clobber công bằng | Một quân ăn quân khác màu kề nó. | \`3x4\` đầy quân xen kẽ, hoặc các hàng gồm \`X\`, \`O\` và \`.\` cách nhau bằng \`/\`
notakto | Notakto | Chỉ đặt dấu X trên vài bàn; ai làm chết bàn cuối cùng thì thua. | \`3x3\` hoặc cỡ khác tới 30 ô, hoặc các hàng như \`X../.../...\`
strings | Cắt đối xứng | Cắt chuỗi tại chữ cái nằm giữa hai chữ cái giống nhau. | một chuỗi, hoặc nhiều chuỗi cách nhau bằng \`/\`
anti-diagonal | Đường chéo phụ | Giảm một ô của ma trận và viết lại một đường sang phải và xuống từ ô đó. | các hàng số cách nhau bằng \`/\`, như \`1 2 3/0 1 2\`; ô mới luôn nhỏ hơn lũy thừa tiếp theo của 2
first-home | Bi, viên về trước thắng | Bi đi như hậu về (0,0); viên đầu tiên về đến nơi thắng. | vị trí các viên bi, như \`1,3 2,3\`
lgame | Cờ chữ L | Trò chơi chữ L của Edward de Bono. | bốn hàng: \`M\` là chữ L của người đến lượt đi, \`O\` của người kia, \`n\` trung lập, \`.\` trống
crosses-on-a-strip | Dấu chéo trên dải ô | Đánh dấu chéo vào ô trống; hai dấu chéo không được kề nhau. | \`o\` là ô còn trống, \`.\` là ô không còn, như \`ooo.oooo\`, hoặc số ô trống
fission | Phân hạch | Một viên sỏi có hai ô trống đối diện tách thành hai viên ở hai ô đó. | các hàng gồm sỏi \`X\` và ô trống \`.\`, cách nhau bằng \`/\`
inner-pair | Lấy một cặp ở trong | Lấy hai ky kề nhau mà mỗi ky còn một ky khác bên cạnh. | một hàng ky \`o\` và khoảng trống \`.\`, như \`ooooo.oooo\`, hoặc số ky
kayles-on-a-strip | Kayles trên dải ô | Đánh đổ một ky hoặc hai ky kề nhau của một hàng. | một hàng ky \`o\` và khoảng trống \`.\`, như \`ooo.oooo\`, hoặc số ky
pairs-on-a-strip | Kayles của Dawson trên dải ô | Đánh đổ hai ky kề nhau của một hàng. | một hàng ky \`o\` và khoảng trống \`.\`, như \`oooo.ooo\`, hoặc số ky
peg-duotaire | Duotaire một bước nhảy | Một chốt nhảy qua chốt bên cạnh vào lỗ trống; chốt bị nhảy qua bị lấy đi. | dải ô gồm chốt \`X\` và lỗ \`.\`, như \`.XXXX.\`
snake | Con rắn | Đầu rắn đi tiếp sang một ô trống kề bên; ai không đi được là thua. | các hàng gồm đầu \`H\`, thân \`o\` và ô trống \`.\`, cách nhau bằng \`/\`
taking-and-merging | Lấy và nối | Lấy hai chữ a hoặc ba chữ b kề nhau khỏi một từ; phần hai bên nối lại. | một từ gồm a và b, như \`aabbaabb\`
toads-and-frogs | Cóc và ếch, ai cũng được đi con nào | Cóc đi sang phải, ếch đi sang trái, một bước hoặc nhảy qua một con loài kia. | dải ô gồm cóc \`T\`, ếch \`F\` và ô trống \`.\`, như \`TT.FF\`
welter | Trò chơi Welter | Đồng xu trên các ô khác nhau của một dải; đưa một đồng sang một ô trống nhỏ hơn. | số các ô có đồng xu trong ngoặc, như \`{2,5,7}\`
`;
