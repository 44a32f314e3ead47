import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { counted } from '../command/figures.ts';
import type { Given, Verb } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

export const verify: Verb = {
  name: 'verify',
  summary: 'check that all that is kept is whole and unchanged (managers only)',
  about: `Reads every table, the audit log, which the registry has signed entry by entry, with every
revision held against it, and the files of every build. Keep the head that it prints somewhere
else: --head finds a log that was cut short and continued, which nothing in the log itself can
show. What was read is told for a minute to whoever asks again; it says since when.
Exit code 7: it is not whole.`,
  options: {
    head: { value: 'HASH', about: 'a head seen earlier; it must be in the log' },
  },
  examples: [
    ['verify', ''],
    ['verify --json | jq -r .head', 'what to keep'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { client, io } = given;
  const earlier = given.text('head');
  if (earlier !== undefined && !/^[0-9a-f]{64}$/.test(earlier)) {
    fail('usage', `--head ${earlier} is no head: it has 64 digits, from 0 to f.`);
  }
  const found = orFail(await client.call(routes.verify, {}));
  const { entries, revisions, head, ok, at } = found;
  const problems = [...found.problems];
  if (earlier !== undefined && earlier !== head && !(await isInLog(earlier, client))) {
    problems.push(`the head ${earlier} is not in the log`);
  }
  const whole = ok && problems.length === 0;
  const said = whole
    ? io.paint('good', 'History is whole:')
    : io.paint('bad', 'History is not whole:');
  const text = [
    `${said} ${counted(entries, 'entry', 'entries')}, ${counted(revisions, 'revision')}.`,
    ...problems.map((problem) => `  ${problem}`),
    ...found.advice,
    `head ${head}`,
    ...(at === undefined ? [] : [`read at ${at}`]),
  ].join('\n');
  const json = { ...found, ok: whole, problems };
  return { json, text, failed: whole ? undefined : 'unverified' };
}

async function isInLog(hash: string, client: AdminClient): Promise<boolean> {
  for (let before: string | undefined; ; ) {
    const page = orFail(await client.call(routes.audit, { query: { limit: '200', before } }));
    if (page.some((entry) => entry.hash === hash)) return true;
    const last = page.at(-1);
    if (last === undefined || last.sequence <= 1) return false;
    before = String(last.sequence);
  }
}
