import { parseArgs } from 'node:util';
import { didYouMean } from '@tallystick/contract/nearest';
import { channelNameSchema } from '@tallystick/contract/release';
import { visibleInJson } from '@tallystick/contract/visible';
import * as v from 'valibot';
import { openClient } from './admin/client.ts';
import { loadVerbs, verbNames, verbOf } from './command/all-verbs.ts';
import { everywhere, generalHelp, verbHelp } from './command/help.ts';
import type { Verb } from './command/verb.ts';
import type { Io } from './io.ts';
import { exitCodeOf, exitCodes, Failed, type Failure, fail, failure } from './outcome.ts';
import { readSettings } from './settings.ts';

/**
 * Runs the release command with the words after its name; answers its exit code. The answer goes to
 * standard output, everything else to standard error.
 */
export async function runRelease(words: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const verb = await verbOf(rest[0]);
    if (name === 'help' && rest[0] !== undefined && verb === undefined) return noVerb(rest, io);
    io.print(verb === undefined ? generalHelp(await loadVerbs(), io) : verbHelp(verb, io));
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  const verb = await verbOf(name);
  if (verb === undefined) return noVerb(words, io);
  try {
    return await runVerb(verb, rest, io);
  } catch (error) {
    const isOfSystem = error instanceof Error && 'syscall' in error;
    if (!(error instanceof Failed || isOfSystem)) throw error;
    const why = error instanceof Failed ? error.failure : failure('invalid', error.message);
    return report(why, rest.includes('--json'), io, verb);
  }
}

function noVerb([name = '', ...rest]: readonly string[], io: Io): number {
  const guess = didYouMean(name, verbNames);
  const problem = `There is no verb "${name}".${guess}`;
  return report(failure('usage', problem), rest.includes('--json'), io);
}

async function runVerb(verb: Verb, words: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readWords(verb, words);
  if (values.help === true) {
    io.print(verbHelp(verb, io));
    return exitCodes.ok;
  }
  const json = values.json === true;
  const texts = (option: string) =>
    [values[option] ?? []].flat().filter((one) => typeof one === 'string');
  const [channel] = texts('channel');
  if (channel !== undefined && !v.is(channelNameSchema, channel)) {
    const next = `Try: ${io.program} --help`;
    fail('usage', `--channel ${channel} is not a channel's name.`, next);
  }
  if (verb.takes === undefined && positionals.length > 0) {
    fail('usage', `${verb.name} takes no words.`);
  }
  const {
    json: document,
    text,
    failed,
  } = await verb.run({
    words: positionals,
    text: (option) => texts(option)[0],
    texts,
    flag: (option) => values[option] === true,
    options: Object.keys(values).filter((option) => verb.options?.[option] !== undefined),
    json,
    client: openClient(readSettings(io.variables)),
    io,
  });
  io.print(json ? visibleInJson(JSON.stringify(document, null, 2)) : text);
  return exitCodes[failed ?? 'ok'];
}

function readWords(verb: Verb, args: readonly string[]) {
  const all = { ...verb.options, ...everywhere };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value }]) => [
      name,
      value === undefined
        ? { type: 'boolean' as const, ...(name === 'help' && { short: 'h' }) }
        : { type: 'string' as const, multiple: true },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    for (const [name, given] of Object.entries(values)) {
      if (!Array.isArray(given) || given.length < 2 || all[name]?.multiple) continue;
      fail('usage', `--${name} is given ${given.length} times, and means one thing.`);
    }
    return { values, positionals };
  } catch (error) {
    if (error instanceof Failed) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const unknown = /^Unknown option '(--?[^']*)'/.exec(message)?.[1];
    if (unknown === undefined)
      return fail('usage', message.split('. ', 1).join('').replace(/\.?$/, '.'));
    const word = unknown.replace(/^-+/, '');
    const guess = didYouMean(word, Object.keys(all)).replace(/"(.*)"/, '--$1');
    return fail('usage', `There is no option ${unknown} of ${verb.name}.${guess}`);
  }
}

/** What to do next, where the failure itself does not say it. */
const nextSteps: Partial<Record<Failure['code'], string>> = {
  unauthorized: 'Is RELEASE_TOKEN the right one?',
  forbidden: 'What your token is for: whoami.',
  taken: 'Build it again: another content has another id.',
  unavailable: 'Try again in a moment.',
};

/** Writes a failure as one line to standard error; to standard output too where one document is wanted. */
function report(failed: Failure, json: boolean, io: Io, verb?: Verb): number {
  const { code, problem, cause } = failed;
  if (json) io.print(visibleInJson(JSON.stringify({ code, error: problem, cause }, null, 2)));
  const help = `Try: ${[io.program, verb?.name, '--help'].filter(Boolean).join(' ')}`;
  const next = failed.next ?? (code === 'usage' ? help : nextSteps[code]);
  const sentence = problem.replace(/[^.?!]$/, '$&.');
  const line = [sentence, next].filter(Boolean).join(' ');
  io.note(`release: ${line.replaceAll(/\s*\n\s*/g, ' ')}`);
  return exitCodeOf(failed);
}
