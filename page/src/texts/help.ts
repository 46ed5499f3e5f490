// How rules are written, and what words mean: loaded when help is opened. The examples are rules that open at a click.

import type { Language } from '../state/settings.svelte';

export interface Help {
  syntax: string;
  /** What each example says, in the order of EXAMPLES. */
  examples: string[];
  glossary: string;
  words: [word: string, meaning: string][];
}

export const EXAMPLES: readonly string[] = [
  'n -> n-k for k in 1..3', 'n -> n-k for k in {1,3,4}', 'n -> n-1 | 0 if n > 0', 'n -> a & n-a for a in 1..(n-1)/2', '(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y',
  '(n in 0..5) -> down: n-1 | up: n+1 if n > 1', 'take {2,5}', '0.77', 'grid: ".." -> "##"', 'S on graph -> S - ball(v) for v in S',
];

const HELP: Record<Language, Help> = {
  en: {
    syntax: 'How rules are written',
    examples: [
      'take 1, 2 or 3 from a heap n', 'take a number of the set', 'one move or another: | ; a condition: if', 'both parts stay in play: &', 'a position of two numbers',
      'a bounded number, moves with names; it may go in circles', 'a phrase', 'a code of a taking-and-breaking game (Kayles)', 'a picture on a board: what a move finds and leaves', 'places of a graph: take a vertex with its neighbours',
    ],
    glossary: 'Words',
    words: [
      ['P', 'the player who has just moved wins: lost for the player to move'], ['N', 'the player to move wins'], ['D', 'a draw: nobody can force the end'], ['mex', 'the least number from 0 on that is missing from a set'],
      ['value', 'mex of the values of the options; the size of the Nim heap that the position equals'], ['nim-sum ⊕', 'addition in binary without carry; the value of a sum of games'], ['component', 'one part of a position, such as a heap; a move is made in one of them'],
      ['misère', 'whoever cannot move wins'], ['period', 'from some heap on the values repeat'], ['remoteness', 'how many moves it lasts if the winner hurries and the loser delays'],
    ],
  },
  vi: {
    syntax: 'Cách viết luật',
    examples: [
      'bốc 1, 2 hoặc 3 từ đống n', 'bốc một số thuộc tập', 'nước này hoặc nước kia: | ; điều kiện: if', 'cả hai phần còn lại trong ván: &', 'thế gồm hai số',
      'số bị chặn, nước đi có tên; có thể đi vòng', 'một cụm từ', 'mã của trò bốc và chia (Kayles)', 'hình trên bàn: nước đi thấy gì và để lại gì', 'vị trí trên đồ thị: lấy một đỉnh cùng các đỉnh kề',
    ],
    glossary: 'Thuật ngữ',
    words: [
      ['P', 'người vừa đi thắng: thua cho người đến lượt đi'], ['N', 'người đến lượt đi thắng'], ['D', 'hòa: không ai ép được kết thúc'], ['mex', 'số nhỏ nhất kể từ 0 không có trong tập'],
      ['giá trị Grundy', 'mex của giá trị các lựa chọn; cỡ đống Nim tương đương'], ['tổng Nim ⊕', 'cộng nhị phân không nhớ; giá trị của tổng các trò chơi'], ['thành phần', 'một phần của thế, như một đống; mỗi nước đi ở một thành phần'],
      ['misère', 'ai không đi được thì thắng'], ['chu kỳ', 'từ một đống nào đó các giá trị lặp lại'], ['độ xa', 'ván kéo dài bao nhiêu nước nếu bên thắng vội và bên thua trì hoãn'],
    ],
  },
  zh: {
    syntax: '规则怎么写',
    examples: [
      '从 n 颗的堆中取 1、2 或 3', '取集合中的数目', '这样走或那样走用 |，条件用 if', '两部分都继续：&', '由两个数组成的局面',
      '有界的数，走法有名字；可能循环', '一个短语', '取与分游戏的代码（Kayles）', '棋盘上的图样：一步之前和之后', '图上的位置：取走一个顶点和它的邻点',
    ],
    glossary: '词语',
    words: [
      ['P', '刚走的一方胜：轮到走的一方负'], ['N', '轮到走的一方胜'], ['D', '平局：谁也不能逼迫结束'], ['mex', '从 0 起集合中没有的最小的数'],
      ['值', '各后继的值的 mex；与之相等的 Nim 堆的大小'], ['Nim 和 ⊕', '不进位的二进制加法；游戏之和的值'], ['分量', '局面的一部分，如一堆；每步只在一个分量里走'],
      ['misère', '不能走的一方赢'], ['周期', '从某堆起值重复出现'], ['步数', '胜方求快、负方拖延时还要走多少步'],
    ],
  },
  fa: {
    syntax: 'قانون چگونه نوشته می‌شود',
    examples: [
      'برداشتن ۱، ۲ یا ۳ از تودهٔ n', 'برداشتن عددی از مجموعه', 'این حرکت یا آن: | ؛ شرط: if', 'هر دو بخش در بازی می‌مانند: &', 'وضعیتی از دو عدد',
      'عددی کران‌دار و حرکت‌هایی با نام؛ شاید دور بزند', 'یک عبارت', 'کد یک بازی برداشتن و بخش کردن (کیلز)', 'تصویری روی صفحه: آنچه حرکت می‌یابد و می‌گذارد', 'جاهای یک گراف: رأسی را با همسایه‌هایش بردارید',
    ],
    glossary: 'واژه‌ها',
    words: [
      ['P', 'بازیکنی که تازه حرکت کرده می‌برد: باخت برای نوبت‌دار'], ['N', 'بازیکن نوبت‌دار می‌برد'], ['D', 'مساوی: هیچ‌کس نمی‌تواند پایان را تحمیل کند'], ['mex', 'کوچک‌ترین عدد از ۰ که در مجموعه نیست'],
      ['مقدار', 'mex مقدار گزینه‌ها؛ اندازهٔ تودهٔ نیم برابر با وضعیت'], ['جمع نیم ⊕', 'جمع دودویی بی‌نقلی؛ مقدار جمع بازی‌ها'], ['مؤلفه', 'بخشی از وضعیت، مانند یک توده؛ هر حرکت در یکی از آن‌هاست'],
      ['میزر', 'هر که نتواند حرکت کند می‌برد'], ['دوره', 'از توده‌ای به بعد مقدارها تکرار می‌شوند'], ['دوری', 'چند حرکت می‌پاید اگر برنده شتاب کند و بازنده درنگ'],
    ],
  },
};

export const help = (language: Language): Help => HELP[language];
