import { appNameSchema } from '@tallystick/contract/release';
import { appsOf, type Right, rightSchema } from '@tallystick/registry/contract/tokens';
import { trustRoutes } from '@tallystick/registry/parts/trust/contract/routes';
import type { Trust } from '@tallystick/registry/parts/trust/contract/trust';
import * as v from 'valibot';
import { table } from '../../command/table.ts';
import { type Given, type Verb, withOnly } from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';

/** Issuers that have a name of their own here. */
const known = new Map([
  ['github', 'https://token.actions.githubusercontent.com'],
  ['gitlab', 'https://gitlab.com'],
]);

export const trust: Verb = {
  name: 'trust',
  takes: 'APP… --issuer URL --claim NAME=VALUE… | list | withdraw ID',
  summary: 'let a pipeline publish without a secret (managers only)',
  about: `A run of a pipeline shows a token that its issuer has signed (OpenID Connect), and gets one for
APP, or for several, that is good for 15 minutes. Each claim must be in the run's token with just this value; one
says whose run it is: repository, project_path, sub … (job_workflow_ref does not: it says what is
called). At the end of others a * may stand after a /: ref=refs/heads/release/*. list says of a
trust why it is not honoured. docs/pipelines.md has whole pipelines.`,
  options: {
    issuer: { value: 'URL', about: 'who signs tokens of runs; github and gitlab stand for theirs' },
    claim: { multiple: true, value: 'NAME=VALUE', about: 'what a token must say; may be repeated' },
    may: {
      value: 'WHAT',
      about: 'preview, publish or promote, each with those before it; else publish',
    },
  },
  examples: [
    ['trust mfe-notes --issuer github --claim repository=org/notes --may preview', ''],
    ['trust mfe-notes mfe-memos --issuer github --claim repository=org/team', 'apps of a team'],
    ['trust mfe-notes --issuer gitlab --claim project_path=org/notes --claim ref=main', ''],
    ['trust list', ''],
    ['trust withdraw 1a2b3c4d', 'at once; tokens of its runs end with it'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const [first, id, ...others] = given.words;
  if (first === 'list' && id === undefined) return await list(withOnly(given, 'trust list'));
  if (first === 'withdraw' && id !== undefined && others.length === 0) {
    const { client } = withOnly(given, 'trust withdraw');
    const gone = orFail(await client.call(trustRoutes.withdrawTrust, { params: { id } }));
    return { json: gone, text: `${gone.issuer} is trusted no more: ${describe(gone)}.` };
  }
  if (first !== undefined && first !== 'list' && first !== 'withdraw')
    return await add(given, first);
  return fail('usage', 'trust is followed by apps, list, or withdraw ID.');
}

async function add({ words, text, texts, client, io }: Given, app: string): Promise<Outcome> {
  const others = [...new Set(words)].filter((one) => one !== app);
  const named = text('issuer');
  const issuer = known.get(named ?? '') ?? named;
  const wrong = words.find((word) => !v.is(appNameSchema, word));
  if (wrong !== undefined) fail('usage', `"${wrong}" is not the name of an app.`);
  if (issuer === undefined) fail('usage', 'Say who signs the tokens: --issuer URL.');
  const claims = Object.fromEntries(texts('claim').map(readClaim));
  const may = readRight(text('may'));
  const body = { app, ...(others.length > 0 && { others }), issuer, claims, may };
  const added = orFail(await client.call(trustRoutes.addTrust, { body }));
  if (added.note !== null) io.note(added.note);
  const line = `${issuer} is trusted: ${describe(added.trust)}. Withdraw it: trust withdraw ${added.trust.id}`;
  return { json: added, text: line };
}

function readClaim(word: string, nth: number, all: readonly string[]): [string, string] {
  const at = word.indexOf('=');
  if (at < 1) fail('usage', `--claim ${word} is not NAME=VALUE, such as repository=org/notes.`);
  const name = word.slice(0, at);
  // One of the two values would be trusted, and nobody asked which.
  if (all.findIndex((other) => other.startsWith(`${name}=`)) < nth) {
    fail('usage', `--claim ${name} is said twice.`, 'Each value is a trust of its own.');
  }
  return [name, word.slice(at + 1)];
}

function readRight(word = 'publish'): Right {
  const read = v.safeParse(rightSchema, word);
  return read.success ? read.output : fail('usage', '--may is preview, publish or promote.');
}

async function list({ client, io }: Given): Promise<Outcome> {
  const trusts = orFail(await client.call(trustRoutes.trusts, {}));
  const rows = trusts.map((one) => [
    appsOf(one).join(', '),
    one.may,
    one.issuer,
    claimsOf(one),
    one.createdBy,
    one.id,
  ]);
  const heading = ['APP', 'MAY', 'ISSUER', 'CLAIMS', 'BY', 'ID'];
  const none = 'Nobody is trusted without a token.';
  if (rows.length === 0) return { json: trusts, text: none };
  const refused = trusts.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [`${io.paint('bad', `Trust ${id} is not honoured.`)} ${problem}`],
  );
  return { json: trusts, text: [table(heading, rows, io), ...refused].join('\n') };
}

function describe(one: Trust): string {
  return `runs with ${claimsOf(one)} may ${one.may} ${appsOf(one).join(', ')}`;
}

function claimsOf({ claims }: Trust): string {
  return Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
