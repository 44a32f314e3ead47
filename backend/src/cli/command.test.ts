import { describe, expect, it } from 'vitest';
import { readCommand } from './command.ts';

const read = (line: string) => readCommand(line.split(' ').filter((word) => word !== ''));

describe('the words after npm run ledger --', () => {
  it('name a file to import, or a pipe', () => {
    const file = 'ledger.ndjson.gz';
    expect(read('import ledger.ndjson.gz')).toEqual({ verb: 'import', file, bulk: false });
    expect(read('import - --bulk')).toEqual({ verb: 'import', file: '-', bulk: true });
  });

  it('ask for an examination', () => {
    expect(read('doctor')).toEqual({ verb: 'doctor' });
  });

  it('ask for simulated events', () => {
    expect(read('simulate')).toEqual({
      verb: 'simulate',
      rate: 2,
      count: undefined,
      seed: undefined,
    });
    expect(read('simulate --rate 0.5 --count 10 --seed spring-1')).toEqual({
      verb: 'simulate',
      rate: 0.5,
      count: 10,
      seed: 'spring-1',
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
  ])('ask for help: %s', (line) => {
    const command = read(line);
    expect(command.verb).toBe('help');
    if (command.verb === 'help') expect(command.text).toContain('Usage: npm run ledger --');
  });

  it.each([
    ['exprot', 'There is no verb "exprot". The verbs are import, simulate and doctor.'],
    ['import', 'import needs a FILE, or - to read from a pipe.'],
    ['import a b', 'import takes one FILE at a time.'],
    ['import --fast a', "Unknown option '--fast'."],
    ['doctor a', "Unexpected argument 'a'."],
    ['simulate a', "Unexpected argument 'a'."],
    ['simulate --rate', "Option '--rate <value>' argument missing."],
    ['simulate --rate 0', '--rate is a number from 0.01 to 1000.'],
    ['simulate --rate fast', '--rate is a number from 0.01 to 1000.'],
    ['simulate --count 1.5', '--count is a whole number of 1 or more.'],
    ['simulate --seed a/b', '--seed is up to 40 letters, digits, - and _.'],
  ])('are told what is wrong: %s', (line, reason) => {
    expect(read(line)).toEqual({
      verb: 'problem',
      problem: `${reason} Try: npm run ledger -- --help`,
    });
  });
});
