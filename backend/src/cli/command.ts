import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commandLine } from '@tallystick/store/program-version';
import type { SimulateSettings } from './simulate-verb.ts';

/** What a person asked for. */
export type Command =
  | { verb: 'help'; text: string }
  | { verb: 'import'; file: string; bulk: boolean }
  | { verb: 'doctor' }
  | ({ verb: 'simulate' } & SimulateSettings)
  /** The arguments are not understood. `problem` is one line that says why, and what to type instead. */
  | { verb: 'problem'; problem: string };

/** Reads the words after `npm run ledger --`. */
export function readCommand(words: readonly string[]): Command {
  const [verb, ...rest] = words;
  if (verb === 'import') return parse(verb, () => readImport(rest));
  if (verb === 'doctor') return parse(verb, () => readDoctor(rest));
  if (verb === 'simulate') return parse(verb, () => readSimulate(rest));
  if (verb === undefined || verb === 'help' || verb === '--help' || verb === '-h') {
    return { verb: 'help', text: helpOn('ledger') };
  }
  return problem(`There is no verb "${verb}". The verbs are import, simulate and doctor.`);
}

/** Help texts are plain files, so that tools/run.mjs can print them even before dependencies are installed. */
const helpOn = (subject: 'ledger' | 'import' | 'simulate' | 'doctor'): string =>
  readFileSync(new URL(`./help/${subject}.txt`, import.meta.url), 'utf8');

const help = { type: 'boolean', short: 'h' } as const;

function readImport(args: string[]): Command | undefined {
  const options = { help, bulk: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined) return problem('import needs a FILE, or - to read from a pipe.');
  if (others.length > 0) return problem('import takes one FILE at a time.');
  return { verb: 'import', file, bulk: values.bulk === true };
}

function readDoctor(args: string[]): Command | undefined {
  const { values } = parseArgs({ args, options: { help } });
  return values.help ? undefined : { verb: 'doctor' };
}

function readSimulate(args: string[]): Command | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { help, rate: text, count: text, seed: text } });
  if (values.help) return undefined;
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

/** `read` throws whatever `parseArgs` throws, and returns undefined if help was asked for. */
function parse(verb: Parameters<typeof helpOn>[0], read: () => Command | undefined): Command {
  try {
    return read() ?? { verb: 'help', text: helpOn(verb) };
  } catch (error) {
    // After its first sentence `parseArgs` gives advice that is too long for a line.
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : [];
    return problem(`${reason.replace(/\.$/, '')}.`);
  }
}

function problem(reason: string): Command {
  return { verb: 'problem', problem: `${reason} Try: ${commandLine('ledger --help')}` };
}
