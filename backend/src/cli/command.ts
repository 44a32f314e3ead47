import { parseArgs } from 'node:util';
import { helpOn } from './help.ts';
import type { SimulateSettings } from './simulate-verb.ts';

/** What a person asked for. */
export type Command =
  | { verb: 'help'; text: string }
  | { verb: 'import'; file: string }
  | { verb: 'doctor' }
  | ({ verb: 'simulate' } & SimulateSettings)
  /** It cannot be understood; one line that says why and what would be. */
  | { verb: 'problem'; problem: string };

/** Reads the words after `npm run ledger --`. */
export function readCommand(words: readonly string[]): Command {
  const [verb, ...rest] = words;
  if (verb === 'import') return readImport(rest);
  if (verb === 'doctor') return readDoctor(rest);
  if (verb === 'simulate') return readSimulate(rest);
  if (verb === undefined || verb === 'help' || verb === '--help' || verb === '-h') {
    return { verb: 'help', text: helpOn('ledger') };
  }
  return problem(`There is no verb "${verb}". Known are import, simulate and doctor.`);
}

const helpOption = { help: { type: 'boolean', short: 'h' } } as const;

function readImport(words: string[]): Command {
  const parsed = parse(() =>
    parseArgs({ args: words, options: helpOption, allowPositionals: true }),
  );
  if (!parsed.ok) return problem(parsed.problem);
  const { values, positionals } = parsed.value;
  if (values.help) return { verb: 'help', text: helpOn('import') };
  const [file, ...others] = positionals;
  if (file === undefined) return problem('import needs a FILE, or - to read from a pipe.');
  if (others.length > 0) return problem('import takes one FILE at a time.');
  return { verb: 'import', file };
}

function readDoctor(words: string[]): Command {
  const parsed = parse(() => parseArgs({ args: words, options: helpOption }));
  if (!parsed.ok) return problem(parsed.problem);
  return parsed.value.values.help ? { verb: 'help', text: helpOn('doctor') } : { verb: 'doctor' };
}

function readSimulate(words: string[]): Command {
  const options = {
    ...helpOption,
    rate: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string' },
  } as const;
  const parsed = parse(() => parseArgs({ args: words, options }));
  if (!parsed.ok) return problem(parsed.problem);
  const { values } = parsed.value;
  if (values.help) return { verb: 'help', text: helpOn('simulate') };
  const rate = Number(values.rate ?? '2');
  if (!(rate >= 0.01 && rate <= 1_000)) return problem('--rate is a number from 0.01 to 1000.');
  const count = values.count === undefined ? undefined : Number(values.count);
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
    return problem('--count is a whole number of 1 or more.');
  }
  if (values.seed !== undefined && !/^[\w-]{1,40}$/.test(values.seed)) {
    return problem('--seed is up to 40 letters, digits, - and _.');
  }
  return { verb: 'simulate', rate, count, seed: values.seed };
}

function parse<T>(read: () => T): { ok: true; value: T } | { ok: false; problem: string } {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : [];
    return { ok: false, problem: `${reason.replace(/\.$/, '')}.` };
  }
}

function problem(reason: string): Command {
  return { verb: 'problem', problem: `${reason} Try: npm run ledger -- --help` };
}
