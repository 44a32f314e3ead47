import { expect, it } from 'vitest';
import { bakery } from './bakery.testing.ts';
import { readVerb, readWords } from './read-words.ts';

const ask = (words: string) => readWords(bakery, words.split(' ').filter(Boolean));

it('reads words, values and flags of a verb, wherever they stand', async () => {
  const asked = await ask('bake rye --with seeds - --dry-run --with=nuts wheat --json');
  if (asked.ask !== 'run') throw new Error(asked.ask);
  const { verb, read } = asked;
  expect([verb.name, read.words]).toEqual(['bake', ['rye', '-', 'wheat']]);
  expect([read.texts('with'), read.text('oven')]).toEqual([['seeds', 'nuts'], undefined]);
  expect([read.flag('dry-run'), read.flag('json'), read.flag('nothing')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(read.options).toEqual(['with', 'dry-run']);
});

it.each([
  ['-- bake rye -- --dry-run', ['rye', '--dry-run']],
  ['roast rye', ['rye']],
])('%s are words of bake', async (words, read) => {
  expect(await ask(words)).toMatchObject({
    ask: 'run',
    verb: { name: 'bake' },
    read: { words: read },
  });
});

it('leaves all words to the program within', async () => {
  const asked = await ask('till count --help');
  expect(asked).toMatchObject({ ask: 'run', read: { words: ['count', '--help'] } });
});

it('takes words without a verb for those of the usual one', async () => {
  const line = { ...bakery, otherwise: 'bake' };
  const read = await readWords(line, ['rye', '--dry-run']);
  expect(read).toMatchObject({ verb: { name: 'bake' }, read: { words: ['rye'] } });
  expect(await readWords(line, [])).toMatchObject({ verb: { name: 'bake' }, read: { words: [] } });
  expect(await readWords(line, ['rye', '--help'])).toMatchObject({
    text: expect.stringMatching(/^Usage: bakery FOLDER…/),
  });
});

it.each([
  ['bkae', "Unknown command 'bkae'. Did you mean bake?", 'bakery'],
  ['help bkae', "Unknown command 'bkae'. Did you mean bake?", 'bakery'],
  ['bkae --help', "Unknown command 'bkae'. Did you mean bake?", 'bakery'],
  ['constructor', "Unknown command 'constructor'.", 'bakery'],
  ['--json', "Unknown option '--json'.", 'bakery'],
  ['bake --ovne 2', "Unknown option '--ovne'. Did you mean --oven?", 'bakery bake'],
  ['bake -x', "Unknown option '-x'.", 'bakery bake'],
  ['bake --oven', "Option '--oven <N>' argument missing.", 'bakery bake'],
  ['bake --oven --dry-run', '--oven is followed by --dry-run, and needs a value.', 'bakery bake'],
  ['bake --oven 1 --oven 2', '--oven is given several times, and means one thing.', 'bakery bake'],
  ['open now', 'Too many arguments. Expected 0 arguments but got 1.', 'bakery open'],
  ['completion tcsh', 'Name one shell: bash, zsh, fish.', 'bakery completion'],
])('%s is not understood', async (words, problem, program) => {
  expect(await ask(words)).toEqual({ ask: 'unclear', problem, next: `Try: ${program} --help` });
});

it('makes help of the whole from its verbs', async () => {
  const asked = await ask('--help');
  expect(asked).toEqual({
    ask: 'text',
    text: `Usage: bakery VERB …

Bake, and sell.

Options:
  -h, --help  this text; after a verb, more on it

Commands:
  bake        bake what a folder holds
  price       what loaves cost
  open        open the shop
  till        what the till does
  completion  a script by which your shell completes verbs and options

Settings (environment):
  FLOUR_URL  where flour comes from

Exit codes: 0 baked, 1 burnt.`,
  });
  for (const words of ['', 'help', '-h']) expect(await ask(words)).toEqual(asked);
});

it('makes help of a verb from its options and examples', async () => {
  const asked = await ask('bake --help');
  expect(asked).toEqual({
    ask: 'text',
    text: `Usage: bakery bake FOLDER… [--oven N] [options]

Each loaf is baked once.

Options:
  --oven <N>     which oven
  --with <WHAT>  seeds; may be repeated
  --dry-run      bake nothing
  --json         one document
  -h, --help     this text

Settings (environment):
  OVENS      how many there are
  FLOUR_URL  where flour comes from

Examples:
  # in the other oven
  bakery bake rye --oven 2`,
  });
  for (const words of ['help bake', 'bake rye -h', 'bake help'])
    expect(await ask(words)).toEqual(asked);
});

it('reads the words of a program that does one thing', () => {
  const verb = {
    name: 'ring',
    summary: '',
    about: 'Ring the bell.',
    options: { loud: { about: 'more' } },
  };
  expect(readVerb('npm run ring --', verb, ['--', '--loud'])).toMatchObject({
    read: { options: ['loud'] },
  });
  expect(readVerb('npm run ring --', verb, ['--quiet'])).toMatchObject({
    next: 'Try: npm run ring -- --help',
  });
});
