import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeWhole } from '@tallystick/settings/write-whole';
import type { NoteSigner } from '@tallystick/tile-log/note';
import { parseVerifierKey, verifierKey } from '@tallystick/tile-log/verifier-key';
import { counted } from '../command/figures.ts';
import { type Given, onlyWord, type Verb } from '../command/verb.ts';
import { type Checked, checkLog } from '../log/check-log.ts';
import { openSiteReader } from '../log/log-reader.ts';
import { Failed, fail, type Outcome } from '../outcome.ts';

export const checkLogVerb: Verb = {
  name: 'check-log',
  takes: 'URL',
  summary: 'check as a stranger that what pages get is in the log of releases',
  about: `Needs no token. Reads the site's page and its log as any browser may, and verifies: that the log
is signed by --key, and by each --witness; that the page's revision is in this log and in no
other, with every build that it names, live, canary and earlier; that the page loads files of
these builds alone; and with --since that the log continues what was seen last time, which finds
an end that was cut off and rewritten. Without --key it takes the key that the page names, and
prints it: whoever can change the page can change that key.
With --every it looks again and again, and ends with the first thing it finds.
Exit code 7: something is wrong. 5: the site does not answer.`,
  options: {
    key: { value: 'KEY', about: "the log's verifier key: name+hash+key" },
    witness: { value: 'KEY', multiple: true, about: 'who must have signed the log too' },
    since: { value: 'FILE', about: 'where the last checkpoint is kept; made by the first look' },
    every: { value: 'N', about: 'look every N seconds, such as 30' },
  },
  examples: [
    ['check-log https://tally.example --since tally.checkpoint', ''],
    ['check-log https://tally.example --since tally.checkpoint --every 30', 'a watch'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { words, text, io } = given;
  const site = openSiteReader(onlyWord(words, 'Name one site: https://…'));
  const key = text('key');
  const since = text('since');
  const file = since === undefined ? null : resolve(io.folder, since);
  const known = {
    key: key === undefined ? null : keyOf(key, '--key'),
    witnesses: given.texts('witness').map((one) => keyOf(one, '--witness')),
  };
  let kept = file === null ? null : await readKept(file);
  const look = async (): Promise<Checked> => {
    const checked = await checkLog(site, { ...known, kept });
    if (checked.checkpoint !== null && checked.checkpoint !== kept) {
      kept = checked.checkpoint;
      if (file !== null) await writeWhole(file, kept, { flush: true });
    }
    return checked;
  };
  const every = everyOf(text('every'));
  const ended = every === null ? null : io.ended().then(() => 'ended');
  for (;;) {
    const checked = every === null ? await look() : await look().catch(unreached(given));
    const isOver = every === null || (checked !== null && checked.problems.length > 0);
    if (isOver && checked !== null) return outcomeOf(checked, given);
    const pause = new Promise((resume) => setTimeout(resume, (every ?? 0) * 1_000).unref());
    if ((await Promise.race([pause, ended])) === 'ended') return { json: {}, text: '' };
  }
}

/** A site that does not answer for once ends no watch. */
const unreached =
  ({ io }: Given) =>
  (error: unknown): null => {
    if (!(error instanceof Failed)) throw error;
    io.note(error.failure.problem);
    return null;
  };

function keyOf(text: string, option: string): NoteSigner {
  return parseVerifierKey(text) ?? fail('usage', `${option} ${text} is no verifier key.`);
}

function everyOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = Number(text.replace(/ ?s$/, ''));
  if (seconds > 0 && seconds <= 86_400) return seconds;
  return fail('usage', '--every is a number of seconds, such as 30.');
}

async function readKept(file: string): Promise<string | null> {
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function outcomeOf({ problems, entries, builds, key }: Checked, { io, text }: Given): Outcome {
  const isGood = problems.length === 0;
  const signer = key === null ? null : verifierKey(key);
  const found = isGood ? 'What pages get is in the log:' : 'The log is not what it must be:';
  const said = [
    `${io.paint(isGood ? 'good' : 'bad', found)} ${counted(entries, 'entry', 'entries')}, ${counted(builds, 'build')}.`,
    ...problems.map((problem) => `  ${problem}`),
    ...(signer === null ? [] : [`key ${signer}`]),
    ...(text('key') === undefined && signer !== null
      ? ['This key is as the page says: compare it with one from elsewhere, and give it as --key.']
      : []),
  ].join('\n');
  const json = { ok: isGood, entries, builds, problems, key: signer };
  return { json, text: said, failed: isGood ? undefined : 'unverified' };
}
