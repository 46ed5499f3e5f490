import type { LessonTexts } from '.';

export const en: LessonTexts = {
  ui: {
    intro: 'Each figure is a real game: change its rule or its position, and the engine answers anew. Each exercise tells you why an answer is wrong. What you have done is kept in this browser.',
    all: 'All lessons', leave: 'Back to the game', progress: '{n} of {m} steps done', nextLesson: 'Next lesson', reset: 'As it was', open: 'Open on the board',
    check: 'Check', yours: 'Your answer', right: 'Right.', wrong: 'Not yet.', another: 'Next one', more: 'Practise more', rounds: '{n} of {m}',
    youBegin: 'Again, you begin', engineBegins: 'Again, the engine begins', labelHelp: 'Click a position to label it: once for P, twice for N, a third time for nothing.',
    labelDraws: 'A fourth state, D, is for draws.',
    leadsTo: 'From {n} a move leads to {list}.', noMove: 'From {n} there is no move.', options: 'From {n} one can move to:', valueOf: 'value', theGame: 'The game', nimHeap: 'A Nim heap beside it', heapOf: 'a heap of {n}',
    daily: 'Puzzle of the day', dailyAbout: 'One position for {day}, the same for everyone, with exactly one winning move. Find it.', levels: 'Level', graded: 'Difficulty {n}; {m} moves to choose from.',
    teacher: 'Make an assignment', teacherAbout: 'Put tasks together: a rule, a position, and what to find. Give your pupils the link; each answer is judged at once, and at the end they send you a file with all their answers.', title: 'Title', toFind: 'To find', addTask: 'Add this task', removeTask: 'remove',
    link: 'Link for the pupils', assignment: 'Assignment', noTasks: 'There is no task in this link.', yourName: 'Your name', saveAnswers: 'Save my answers as a file',
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
    scoreRight: 'With {move} you end ahead by {n}, and nothing is better.', scoreWrong: 'With {move} you end ahead by {n}; {best} leads to {most}.',
    labelRight: 'All labels are right. P: {list}.', labelOpen: '{node} has no label yet.', labelEnd: 'From {node} there is no move: whoever has to move has lost, so it is P.',
    labelToP: 'From {node} one can move to {to}, which is P. So {node} is N.', labelAllN: 'From {node} every move leads to an N-position: {list}. So {node} is P.',
    labelDraw: 'From {node} no move leads to P, but not every move leads to N either: one can go on for ever. So {node} is a draw, D.',
    sumRight: 'The nim-sum is {n}.', sumWrong: 'Look at the column of {column}: it holds {n} ones, so the digit of the sum there is {digit}.',
    mexRight: 'Every number below {n} is the value of an option, and {n} is not.', mexHas: 'It cannot be {n}: the option {option} has that value.', mexEarlier: 'No option has {n}, but it is not the least: {least} is missing too.',
    balanceRight: 'With a heap of {n} beside it the player to move loses: the game is worth as much as a Nim heap of {n}.', balanceWrong: 'With a heap of {n} the player to move wins, by {move}.',
  },
  levels: { easy: 'Easy', medium: 'Medium', hard: 'Hard' },
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
    6: {
      title: 'Cutting boards into parts', about: 'A move may leave two games: Kayles, crosses, dominoes.',
      steps: [
        ['Kayles: pins stand in a row; a ball knocks down one pin or two neighbours. A hit in the middle leaves two rows, and from then on a move is made in one of them: the position has become a sum.'],
        ['So an option may be a sum. Its value is the nim-sum of its parts, and the mex is taken as before. From 4 pins one can leave 3, 2, 1 + 2 or 1 + 1.'],
        ['Here are the options with their values. What is the value of the row?'],
        ['Boards fall apart, too. In Cram the players place dominoes on free cells. When the free cells split into separate regions, each is a game by itself, and the engine adds their values.'],
        ['Kayles once more: find a winning move. In an odd row hitting the middle pin leaves two equal rows, in an even row the middle pair does. Why does that win? Other moves may win as well.'],
      ],
    },
    7: {
      title: 'Misère, and moves that can be undone', about: 'Where the nim-sum fails, and where it survives.',
      steps: [
        ['Misère: whoever cannot move wins, so whoever takes the last stone loses. Play Nim so. As long as there is a heap larger than 1, play as in Nim; the move that would leave only heaps of 1 must leave an odd number of them.'],
        ['Only heaps of one stone, misère: who wins?'],
        ['Misère Nim: find a winning move.'],
        ['Take 1, 2 or 3, misère: the lost positions are 1, 5, 9, … Only outcomes are shown: at misère values do not add up, since the value 0 no longer means lost. For games other than Nim, sums at misère must be followed as a whole; that is where the nim-sum fails.'],
        ['Back to normal play. Now a heap may also grow, up to a bound. A move that makes a heap larger is reversible: the other player takes away what was added, and nothing has changed. So the outcomes are those of Nim: here 2 and 3. Increases help nobody.'],
      ],
    },
    8: {
      title: 'Cycles and draws', about: 'When a game need not end.',
      steps: [
        ['A piece stands on a number. One may always step down; from 2 on also up. Now the graph has cycles. Labels still grow from the end: 0 is P, 1 is N. From 2 the move down helps the other, so one goes up instead, and so on for ever: what nothing decides is a draw, D. Click the points.'],
        ['Label it by hand: P, N or D.'],
        ['Play it. Neither of you can be forced to lose. When a position comes up for the third time, the game is a draw.'],
        ['The L-game of the olympiad training: each player has an L of four cells, and after moving it may move one of two neutral pieces. Whoever cannot move loses. Of its 18,368 positions 8,048 are won, 232 lost and 10,088 drawn: with good play nobody loses. (It is partisan: each player has a piece of their own.)'],
      ],
    },
    9: {
      title: 'Scores', about: 'The larger total wins: mini-max.',
      steps: [
        ['A row of cards; a move takes the card at either end and keeps its points. Now it is not the last move that counts, but the difference. A position has a score: the best of what a move earns minus the score that it leaves to the other. Play 3, 9, 1, 2: greed is not enough.'],
        ['The cards 4, 1, 7, 2, 9, 5, some of them gone. Take the better end.'],
      ],
    },
    10: {
      title: 'Periods and their proofs', about: 'From a finite table to all positions.',
      steps: [
        ['The values of Kayles from 0 to 47. They look wild at first, and then repeat every 12.'],
        ['Seen is not proved. But a move in Kayles takes at most two pins and splits the rest in at most two parts. Guy and Smith showed in 1956: if the values repeat long enough, they repeat for ever. Unfold the proof.'],
        ['With a period one answers for large heaps without computing them. Take 1, 3 or 4: the pattern repeats every 7, and P are the remainders 0 and 2. Who wins?'],
        ['Crosses on a strip, no two adjacent (Dawson’s chess): period 34 from 52 on. Before that there are exceptions: 14, 16, 17, 31, 34, 51, and 0 itself, where the value differs from the pattern.'],
        ['Grundy’s game: split a heap into two unequal heaps. Nobody knows whether its values ever repeat; billions have been computed. The honest answer is: unknown, none found so far.'],
      ],
    },
    11: {
      title: 'Problems of the judges', about: 'From statement to rule to program.',
      steps: [
        ['A statement from a judge: “There are n stones; a player takes 1, 2 or 3; who takes the last one wins. Print who wins.” First the rule: n -> n-k for k in 1..3. Then look for the pattern: n mod 4. Then the program: one line.'],
        ['“Each player takes a number of stones that belongs to the set S, from one of several heaps.” The set is a parameter of the rule; each heap has a value by mex; the heaps are added with ⊕. For S = {2,5} the values are 0 0 1 1 0 2 1 0 0 1 1 … Change S below.'],
        ['Codeforces 1312F: castles are attacked in three ways, and the second and third way must not follow themselves. So the position holds the size and the last attack. Heaps go up to 10^18: only the period helps, and the engine finds and proves it.'],
        ['Here are all twenty-six. Open the game of each on the board; the program reads what its judge writes and answers in its format.'],
      ],
    },
  },
};
