import { predicateOf } from '@tallystick/contract/issue-sentence';
import { auditKinds } from '@tallystick/registry/contract/audit-filter';
import { sentenceOf } from '@tallystick/registry/contract/audit-sentence';
import { buildNames } from '@tallystick/registry/contract/provenance';
import { routes } from '@tallystick/registry/contract/routes';
import * as v from 'valibot';
import { minute } from '../command/figures.ts';
import type { Given, Verb } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

export const audit: Verb = {
  name: 'audit',
  takes: '',
  summary: 'everything that was done to the registry, in sentences; newest first',
  about: `Kinds: ${auditKinds.join(', ')}.
Times are UTC. With --json each entry has what it records, and its hash. The console exports the
same as CSV, and as one JSON document a line.`,
  options: {
    person: { value: 'NAME', about: 'only what this person did, or this token' },
    app: { value: 'APP', about: 'only what is about this app' },
    kind: { value: 'KIND', about: 'only what is of this kind' },
    days: { value: 'N', about: 'only of the last N days' },
    limit: { value: 'N', about: 'so many entries, at most 200; else 50' },
    before: { value: 'N', about: 'only entries before number N: the next page' },
  },
  examples: [
    ['audit --days 7', ''],
    ['audit --person maria --kind rollback', 'what she has taken back'],
  ],
  run,
};

async function run({ words, text, client, io }: Given): Promise<Outcome> {
  if (words.length > 0) fail('usage', 'audit takes options alone.');
  const given = {
    person: text('person'),
    app: text('app'),
    kind: text('kind'),
    days: text('days'),
    limit: text('limit') ?? '50',
    before: text('before'),
  };
  const read = v.safeParse(routes.audit.query, given, { message: predicateOf });
  if (!read.success) {
    const [{ path, message }] = read.issues;
    fail('usage', `--${String(path?.[0].key)} ${message}.`);
  }
  const query = { ...given, kind: read.output.kind };
  const entries = orFail(await client.call(routes.audit, { query }));
  const nameOf = buildNames(orFail(await client.call(routes.builds, { query: {} })));
  const lines = entries.map((entry) => {
    return `${io.paint('strong', String(entry.sequence))}  ${minute(entry.at)}  ${sentenceOf(entry, nameOf)}`;
  });
  const last = entries.at(-1);
  if (last === undefined) lines.push('Nothing that was done is meant by that.');
  else if (String(entries.length) === given.limit) {
    lines.push(io.paint('quiet', `More: --before ${last.sequence}`));
  }
  return { json: entries, text: lines.join('\n') };
}
