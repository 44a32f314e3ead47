#!/usr/bin/env node
import { readWords } from './read-words.ts';
import type { CommandLine } from './verb.ts';

/** A program of a bakery, with a verb of each kind. */
export const bakery: CommandLine = {
  program: 'bakery',
  about: 'Bake, and sell.',
  verbs: {
    bake: async () => ({
      name: 'bake',
      takes: 'FOLDER… [--oven N]',
      summary: 'bake what a folder holds',
      about: 'Each loaf is baked once.',
      options: {
        oven: { value: 'N', about: 'which oven' },
        with: { value: 'WHAT', multiple: true, about: 'seeds; may be repeated' },
        'dry-run': { about: 'bake nothing' },
      },
      settings: { OVENS: 'how many there are', FLOUR_URL: 'where flour comes from' },
      examples: [['bake rye --oven 2', 'in the other oven']],
    }),
    price: async () => ({
      name: 'price',
      takes: 'list | set LOAF --to N',
      summary: 'what loaves cost',
      about: 'In cents.',
      options: { to: { value: 'N', about: 'cents' } },
    }),
    open: async () => ({ name: 'open', summary: 'open the shop', about: 'Until the evening.' }),
    till: async () => ({
      name: 'till',
      takes: '…',
      summary: 'what the till does',
      about: '',
      within: async () => till,
    }),
  },
  earlier: new Map([['roast', 'bake']]),
  options: { json: { about: 'one document' } },
  settings: { FLOUR_URL: 'where flour comes from' },
  more: 'Exit codes: 0 baked, 1 burnt.',
};

const till: CommandLine = {
  program: 'bakery till',
  about: 'Money.',
  verbs: { count: async () => ({ name: 'count', summary: 'count it', about: 'All of it.' }) },
};

if (import.meta.main) {
  const asked = await readWords(bakery, process.argv.slice(2));
  if (asked.ask === 'text') console.log(asked.text);
}
