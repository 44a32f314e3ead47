import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { counted } from '../command/figures.ts';
import type { Given, Verb } from '../command/verb.ts';
import { type Failure, failure, type Outcome } from '../outcome.ts';

export const verify: Verb = {
  name: 'verify',
  takes: '',
  summary: 'check that all that is kept is whole and unchanged',
  about: `Reads every table, the audit chain, in which each entry holds the hash of the one before, with
every revision held against it, and the files of every build. Keep the head that it prints somewhere
else: --head finds a chain that was cut short and continued, which nothing in the chain itself can
show. Exit code 7: it is not whole.`,
  options: {
    head: { type: 'string', value: 'HASH', about: 'a head seen earlier; it must be in the chain' },
  },
  examples: [
    ['verify', ''],
    ['verify --json | jq -r .head', 'what to keep'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { words, client, io } = given;
  if (words.length > 0) return failure('usage', 'verify takes no words.');
  const found = await client.call(routes.verify, {});
  if (!found.ok) return found;
  const { entries, revisions, head, ok } = found.value;
  const problems = [...found.value.problems];
  const earlier = given.text('head');
  if (earlier !== undefined && earlier !== head) {
    const there = await isInChain(earlier, client);
    if (typeof there !== 'boolean') return there;
    if (!there) problems.push(`the head ${earlier} is not in the chain`);
  }
  const whole = ok && problems.length === 0;
  const said = whole
    ? io.paint('good', 'History is whole:')
    : io.paint('bad', 'History is not whole:');
  const text = [
    `${said} ${counted(entries, 'entry', 'entries')}, ${counted(revisions, 'revision')}.`,
    ...problems.map((problem) => `  ${problem}`),
    ...found.value.advice,
    `head ${head}`,
  ].join('\n');
  const json = { ...found.value, ok: whole, problems };
  return { ok: true, json, text, ...(!whole && { failed: 'unverified' as const }) };
}

async function isInChain(hash: string, client: AdminClient): Promise<boolean | Failure> {
  for (let before: string | undefined; ; ) {
    const page = await client.call(routes.audit, { query: { limit: '200', before } });
    if (!page.ok) return page;
    if (page.value.some((entry) => entry.hash === hash)) return true;
    const last = page.value.at(-1);
    if (last === undefined || last.sequence <= 1) return false;
    before = String(last.sequence);
  }
}
