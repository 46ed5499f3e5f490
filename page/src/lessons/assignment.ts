// A teacher's assignment: a link that holds rules, positions and what to find; and the answers of a pupil as a file.

import type { Kind } from './model';

export interface Task {
  kind: Kind;
  rules: string;
  position: string[];
  misere: boolean;
}

export interface Assignment {
  title: string;
  tasks: Task[];
}

/** What a pupil said, and what the engine said to it. */
export interface Said {
  at: string;
  answer: string;
  right: boolean;
}

export const KINDS: readonly Kind[] = ['who', 'move', 'mex', 'sum', 'label'];
/** A link holds no more tasks than this. */
const MOST = 40;

export function assignmentHash({ title, tasks }: Assignment): string {
  const all = new URLSearchParams({ lesson: 'assignment', title });
  for (const { kind, rules, position, misere } of tasks) all.append('task', [kind, misere ? 'misere' : 'normal', position.join(' '), rules].join('|'));
  return `#${all}`;
}

/** Anyone can write a link: what is no task is left out. */
export function assignmentOf(hash: string): Assignment {
  const all = new URLSearchParams(hash.replace(/^#/, ''));
  const tasks = all.getAll('task').slice(0, MOST).flatMap((text): Task[] => {
    const [kind, play, position, ...rules] = text.split('|');
    const known = KINDS.find((one) => one === kind);
    return known && rules.length ? [{ kind: known, misere: play === 'misere', position: position!.split(' ').filter(Boolean), rules: rules.join('|') }] : [];
  });
  return { title: all.get('title') ?? '', tasks };
}

/** The answers as a file that a teacher can read, by eye or by program. */
export function answers(assignment: Assignment, name: string, said: Said[][], now: Date): string {
  const tasks = assignment.tasks.map(({ kind, rules, position, misere }, i) => {
    const tries = said[i] ?? [];
    return { kind, rules, position: position.join(' '), play: misere ? 'misere' : 'normal', solved: tries.some((one) => one.right), tries: tries.map(({ answer, right }) => ({ answer, right })) };
  });
  return `${JSON.stringify({ assignment: assignment.title, name, date: now.toISOString().slice(0, 10), solved: tasks.filter((task) => task.solved).length, of: tasks.length, tasks }, null, 2)}\n`;
}
