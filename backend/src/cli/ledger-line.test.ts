import { readWords } from '@tallystick/command-line/read-words';
import { describe, expect, it } from 'vitest';
import { readImport } from './import-verb.ts';
import { ledgerLine } from './ledger-line.ts';
import { readSimulation } from './simulate-verb.ts';

const ask = (line: string) =>
  readWords(ledgerLine('npm run ledger --'), line.split(' ').filter(Boolean));

/** The words of a line that is understood. */
async function read(line: string) {
  const asked = await ask(line);
  if (asked.ask !== 'run') throw new Error(asked.ask);
  return asked.read;
}

describe('the words after npm run ledger --', () => {
  it('name a file to import, or a pipe', async () => {
    const file = 'ledger.ndjson.gz';
    expect(readImport(await read('import ledger.ndjson.gz'))).toEqual({
      ok: true,
      value: { file, bulk: false },
    });
    expect(readImport(await read('import - --bulk'))).toEqual({
      ok: true,
      value: { file: '-', bulk: true },
    });
  });

  it('ask for an examination', async () => {
    expect(await ask('doctor')).toMatchObject({
      ask: 'run',
      verb: { name: 'doctor', looks: true },
    });
  });

  it('ask for simulated events', async () => {
    expect(readSimulation(await read('simulate'))).toEqual({
      ok: true,
      value: { rate: 2, count: undefined, seed: undefined },
    });
    expect(readSimulation(await read('simulate --rate 0.5 --count 10 --seed spring-1'))).toEqual({
      ok: true,
      value: { rate: 0.5, count: 10, seed: 'spring-1' },
    });
  });

  it.each([
    '',
    'help',
    '--help',
    '-h',
    'import --help',
    'import x -h',
    'simulate --help',
    'doctor -h',
  ])('ask for help: %s', async (line) => {
    expect(await ask(line)).toEqual({
      ask: 'text',
      text: expect.stringMatching(/^Usage: npm run ledger -- /),
    });
  });

  it.each(['ledger', 'import', 'simulate', 'doctor', 'check-export'])(
    'have help on %s in a file for tools/run.mjs, which prints it before anything is installed',
    async (subject) => {
      const asked = await ask(subject === 'ledger' ? '' : `help ${subject}`);
      if (asked.ask !== 'text') throw new Error(asked.ask);
      await expect(`${asked.text}\n`).toMatchFileSnapshot(`help/${subject}.txt`);
    },
  );

  it.each([
    ['exprot', "Unknown command 'exprot'. Did you mean import?"],
    ['sell', "Unknown command 'sell'."],
    ['import --fast a', "Unknown option '--fast'."],
    ['doctor a', 'Too many arguments. Expected 0 arguments but got 1.'],
    ['simulate a', 'Too many arguments. Expected 0 arguments but got 1.'],
    ['simulate --rate', "Option '--rate <N>' argument missing."],
  ])('are told what is wrong: %s', async (line, problem) => {
    expect(await ask(line)).toMatchObject({ ask: 'unclear', problem });
  });

  it.each([
    ['import', 'import needs a FILE, or - to read from a pipe.'],
    ['import a b', 'import takes one FILE at a time.'],
    ['check-export', 'check-export needs one FILE.'],
    ['check-export a --key b', '--key b is no verifier key.'],
    ['simulate --rate 0', '--rate is a number from 0.01 to 1000.'],
    ['simulate --rate fast', '--rate is a number from 0.01 to 1000.'],
    ['simulate --count 1.5', '--count is a whole number of 1 or more.'],
    ['simulate --seed a/b', '--seed is up to 40 letters, digits, - and _.'],
  ])('are told by the verb what is wrong: %s', async (line, problem) => {
    const asked = await ask(line);
    if (asked.ask !== 'run') throw new Error(asked.ask);
    expect(asked.verb.prepare(asked.read)).toEqual({ ok: false, problem });
  });
});
