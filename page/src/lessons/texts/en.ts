import type { LessonTexts } from '.';

export const en: LessonTexts = {
  ui: {
    intro: 'Each figure is a real game: change its rule or its position, and the engine answers anew. Each exercise tells you why an answer is wrong. What you have done is kept in this browser.',
    all: 'All lessons', leave: 'Back to the game', progress: '{n} of {m} steps done', nextLesson: 'Next lesson', reset: 'As it was', open: 'Open on the board',
    check: 'Check', yours: 'Your answer', right: 'Right.', wrong: 'Not yet.', another: 'Next one', more: 'Practise more', rounds: '{n} of {m}',
    youBegin: 'Again, you begin', engineBegins: 'Again, the engine begins', labelHelp: 'Click a position to label it: once for P, twice for N, a third time for nothing.',
    leadsTo: 'From {n} a move leads to {list}.', noMove: 'From {n} there is no move.', options: 'From {n} one can move to:', valueOf: 'value', theGame: 'The game', nimHeap: 'A Nim heap beside it', heapOf: 'a heap of {n}',
    certificate: 'What the proof consists of', window: 'Each value is found from finitely many before it. If the values repeat with period {p} from {n} on for as long as a move can reach, here up to {end}, the next value repeats too, and so do all after it. So a finite table is a proof, and anyone can check it again.',
  },
  ask: {
    who: 'Who wins?', move: 'Find a winning move: click it on the board.', label: 'Label every position P or N.', sum: 'What is the nim-sum of the values?',
    mex: 'What is the value: the least number that no option has?', balance: 'Which Nim heap makes the sum lost for the player to move?',
  },
  said: {
    whoWins: '{move} leaves {then}, and from there the other player loses.', whoLoses: 'Whatever is moved, the other player has an answer that wins.',
    whoMissed: 'There is a move that you missed: {move} leaves {then}, which is lost for the other.', whoNone: 'No move wins. Try {move}: the answer {reply} beats it. The other moves fail the same way.', whoEnd: 'There is no move at all: the player to move has lost.',
    moveRight: 'After {move} the position {then} is lost for the other player.', moveWrong: 'After {move} the other player answers {reply} and leaves {left}, which is lost for you.',
    labelRight: 'All labels are right. P: {list}.', labelOpen: '{node} has no label yet.', labelEnd: 'From {node} there is no move: whoever has to move has lost, so it is P.',
    labelToP: 'From {node} one can move to {to}, which is P. So {node} is N.', labelAllN: 'From {node} every move leads to an N-position: {list}. So {node} is P.',
    sumRight: 'The nim-sum is {n}.', sumWrong: 'Look at the column of {column}: it holds {n} ones, so the digit of the sum there is {digit}.',
    mexRight: 'Every number below {n} is the value of an option, and {n} is not.', mexHas: 'It cannot be {n}: the option {option} has that value.', mexEarlier: 'No option has {n}, but it is not the least: {least} is missing too.',
    balanceRight: 'With a heap of {n} beside it the player to move loses: the game is worth as much as a Nim heap of {n}.', balanceWrong: 'With a heap of {n} the player to move wins, by {move}.',
  },
  lessons: {
    1: {
      title: 'Winning and losing positions', about: 'Take 1, 2 or 3 stones: who wins, and how one finds out from the end.',
      steps: [
        ['Eight stones lie on the table. The players take turns, each takes one, two or three, and whoever cannot move has lost.', 'Play against the engine. If you begin, it wins every time. Let it begin, and you can win: can you see how?'],
        ['Look from the end. At 0 there is no move, so the player to move has lost: this is a P-position (the Previous player wins). From 1, 2 and 3 one can move to 0, so they are N-positions (the Next player wins). From 4 every move leads to an N-position, so 4 is P.', 'One rule does it all: a position is N if some move leads to P, and P if no move does. Click a number to see where its moves lead.'],
        ['Now you. Remember: multiples of four are special here.'],
        ['Whoever stands on an N-position wins by leaving a P-position. Here that means: leave a multiple of four.'],
        ['Another rule, another pattern. Now one may take 1, 3 or 4. The P-positions are 0, 2, 7, 9, 14, 16, …: the pattern repeats every 7. The labels are found in the same way. Change the set of numbers in the rule and see what happens.'],
        ['Take 1, 3 or 4: who wins?'],
      ],
    },
    2: {
      title: 'The game graph, labelled by hand', about: 'Positions are points, moves are arrows; labels grow from the ends.',
      steps: [
        ['A game is a directed graph: each position is a point, each move an arrow. One player moves along an arrow, then the other; whoever stands where no arrow leaves has lost. Click the points from the bottom up to uncover their labels.'],
        ['Label this one by hand. Begin where no arrow leaves, and go up.'],
        ['A position need not be one number. A king stands on a board and moves left, up, or both at once, towards the corner (0,0). The labels are found in the same way, from the corner.'],
        ['Label all nine squares.'],
        ['The king again, on a larger board. It stands somewhere; move it so that your opponent loses. Look at your labels: which squares were P?'],
      ],
    },
    3: {
      title: 'Nim and binary columns', about: 'Bouton’s theorem of 1901: the secret of several heaps.',
      steps: [
        ['Several heaps. A move takes any number of stones from one heap; whoever cannot move has lost. With one heap it is easy, with two equal heaps as well: copy the other player. With three one needs an idea.'],
        ['Write the heaps in binary, one under another, and count the ones in each column. If every column has an even number of ones, the player to move loses. The row below is the nim-sum ⊕: a column with an odd number of ones gives 1. Change the heaps and watch.'],
        ['Find the nim-sum. Each column by itself: an even number of ones gives 0, an odd number gives 1.'],
        ['Why it works. If the sum is 0, any move changes one row, so some column becomes odd: the sum is no longer 0. If the sum is s, not 0, take its highest one: some heap x has a one in that column. Replace x by x ⊕ s: the whole difference, not just one digit. That is less than x, so it is a move, and now all columns are even. At the end all heaps are 0 and the sum is 0, so whoever always leaves 0 wins.'],
        ['Find a winning move: the one after which every column is even.'],
      ],
    },
    4: {
      title: 'mex and values', about: 'A number for every position: the least that its options do not have.',
      steps: [
        ['N and P are not enough once games are put together. So each position gets a number, its value: the least whole number from 0 on that none of its options has. This “minimal excludant” is called mex: mex{0,1,2,5,7} = 3, mex{} = 0, mex{1,2,3} = 0.', 'Here one may take 2 or 5. Change the position and see how the value comes from the options.'],
        ['Here one takes a square number: 1, 4, 9, 16, 25. The options have the values below them. What is the value of the position?'],
        ['All values of “subtract a square” from 0 to 28. A position is lost exactly if its value is 0: if 0 is missing among the options, no move leads to a lost position. The first 3 stands at 25, the first 4 at 28.'],
        ['Take 2 or 5: what is the value?'],
      ],
    },
    5: {
      title: 'Sums of games', about: 'Why *3 is not *1, and why values are added by ⊕.',
      steps: [
        ['Several games side by side: a move is made in just one of them. Here three heaps, and each move takes a square number from one heap. The heaps 5, 4, 1 have the values 0, 2, 1, and 0 ⊕ 2 ⊕ 1 = 3. Win it.'],
        ['By itself a position of value 3 is as good as one of value 1: the mover wins. So why two numbers? Put a Nim heap beside it. The game is seven stones, of which one takes 1, 2 or 3; its value is 3. Choose the size of the Nim heap: with 1, the mover wins. Only with 3 the mover loses: whatever one player does in one part, the other answers in the other part so that both are equal again.', 'That is what a value is: the Nim heap that balances the game.'],
        ['One takes 2 or 5 from the game, or any number from the Nim heap beside it. Which heap balances the game?'],
        ['So a sum behaves like Nim with heaps of these values (Sprague 1935, Grundy 1939). Three heaps of “subtract a square” with their values: what is the value of the sum?'],
        ['Three heaps; a move takes 1, 2 or 3 from one of them. The value of a heap is its remainder by four. Find a winning move.'],
      ],
    },
  },
};
