// What may come next in a rule: its words, its functions and sets, whole rules to begin with, and names of games.

import { autocompletion, completionKeymap, snippetCompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

import { KNOWN } from '../state/categories';
import { settings } from '../state/settings.svelte';
import { EXAMPLES, help } from '../texts/help';
import { NAMES, WORDS } from './words';

/** Functions and sets of numbers, with a place for what they are of. */
const CALLED = [...NAMES].map((name) => snippetCompletion(`${name}(\${})`, { label: name, type: 'function' }));
const SPOKEN = [...WORDS].map((label): Completion => ({ label, type: 'keyword' }));

/** Whole rules, each with what it says in the reader's language. */
const whole = (): Completion[] => EXAMPLES.map((label, i) => ({ label, detail: help(settings.language).examples[i]!, type: 'text', boost: 2 }));
const games = (): Completion[] => KNOWN.map((label) => ({ label, detail: settings.games.get(label)?.title ?? '', type: 'class', boost: 1 }));

export function complete(context: CompletionContext): CompletionResult | null {
  const line = context.state.sliceDoc(0, context.pos);
  // What stands between quotes is a picture, and behind # a comment.
  if ((line.match(/"/g)?.length ?? 0) % 2 || /#[^"\n]*$/.test(line)) return null;
  const word = context.matchBefore(/[A-Za-z][\w-]*$/);
  const begins = /^\s*[\w-]*$/.test(line);
  if (!word) return context.explicit && begins ? { from: context.pos, options: whole() } : null;
  // A letter alone is a number or a place, unless it is asked what it may become.
  if (word.to - word.from < 2 && !context.explicit) return null;
  return { from: word.from, options: [...(begins ? [...whole(), ...games()] : []), ...SPOKEN, ...CALLED], validFor: /^[\w-]*$/ };
}

export const completion: Extension = [autocompletion({ override: [complete], icons: false }), keymap.of(completionKeymap)];
