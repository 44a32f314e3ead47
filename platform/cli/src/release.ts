import { readWords } from '@tallystick/command-line/read-words';
import type { ReadWords } from '@tallystick/command-line/verb';
import { channelNameSchema } from '@tallystick/contract/release';
import { visibleInJson } from '@tallystick/contract/visible';
import * as v from 'valibot';
import { openClient } from './admin/client.ts';
import { releaseLine } from './command/release-line.ts';
import type { Verb } from './command/verb.ts';
import type { Io } from './io.ts';
import { exitCodeOf, exitCodes, Failed, type Failure, fail, failure } from './outcome.ts';
import { readSettings } from './settings.ts';

/**
 * Runs the release command with the words after its name; answers its exit code. The answer goes to
 * standard output, everything else to standard error.
 */
export async function runRelease(words: readonly string[], io: Io): Promise<number> {
  const asked = await readWords(releaseLine(io.program), words);
  const json = words.includes('--json');
  if (asked.ask === 'text') {
    io.print(asked.text);
    return words.length === 0 ? exitCodes.usage : exitCodes.ok;
  }
  if (asked.ask === 'unclear') {
    return report(failure('usage', asked.problem, asked.next), json, io);
  }
  try {
    return await runVerb(asked.verb, asked.read, io);
  } catch (error) {
    const isOfSystem = error instanceof Error && 'syscall' in error;
    if (!(error instanceof Failed || isOfSystem)) throw error;
    const why = error instanceof Failed ? error.failure : failure('invalid', error.message);
    return report(why, json, io, asked.verb);
  }
}

async function runVerb(verb: Verb, read: ReadWords, io: Io): Promise<number> {
  const json = read.flag('json');
  const channel = read.text('channel');
  if (channel !== undefined && !v.is(channelNameSchema, channel)) {
    const next = `Try: ${io.program} --help`;
    fail('usage', `--channel ${channel} is not a channel's name.`, next);
  }
  const client = openClient(readSettings(io.variables));
  const { json: document, text, failed } = await verb.run({ ...read, json, client, io });
  io.print(json ? visibleInJson(JSON.stringify(document, null, 2)) : text);
  return exitCodes[failed ?? 'ok'];
}

/** What to do next, where the failure itself does not say it. */
const nextSteps: Partial<Record<Failure['code'], string>> = {
  unauthorized: 'Is RELEASE_TOKEN the right one?',
  forbidden: 'Run `whoami` to see what your token allows.',
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
