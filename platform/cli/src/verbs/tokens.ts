import { channelNameSchema } from '@tallystick/contract/release';
import { routes } from '@tallystick/registry/contract/routes';
import {
  type Actor,
  appsOf,
  channelsOf,
  type Scope,
  type Token,
} from '@tallystick/registry/contract/tokens';
import * as v from 'valibot';
import { ago } from '../command/figures.ts';
import { type Cell, table } from '../command/table.ts';
import { type Given, type Verb, withOnly } from '../command/verb.ts';
import type { Io } from '../io.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

export const token: Verb = {
  name: 'token',
  takes: 'create NAME | list | revoke ID-OR-NAME | exchange',
  summary: 'who may do what (managers only)',
  about: `A publisher's token is for one app, or for those of a team: it publishes them and moves them, and
can do nothing else. A manager's is for everything. NAME stands in history as who did it, so give each person and each
pipeline a token of its own. The secret is shown once, when it is made; only its hash is kept.
exchange is for the run of a pipeline that a manager trusts: it prints a token of 15 minutes.`,
  options: {
    app: {
      multiple: true,
      value: 'APP',
      about: 'create, exchange: for publishing and moving this app; create: may be repeated',
    },
    manager: { about: 'create: for everything' },
    in: {
      multiple: true,
      value: 'CHANNEL',
      about: 'create: moves builds in this channel alone; may be repeated',
    },
    'break-glass': { about: 'create: for emergencies; each use is told to everybody' },
    days: { value: 'N', about: 'create: good for N days, at most 366; else 90' },
  },
  examples: [
    ['token create notes-ci --app mfe-notes', 'the secret alone goes to standard output'],
    ['token create team-ci --app mfe-notes --app mfe-memos', 'one for the apps of a team'],
    ['token create maria --manager --days 30', ''],
    ['token create staging-ci --app mfe-notes --in staging', 'and never in production'],
    ['token list', ''],
    ['token exchange', 'RELEASE_TOKEN for several commands of one run'],
    ['token revoke notes-ci', 'at once; by id if several have the name'],
  ],
  run,
};

export const whoami: Verb = {
  name: 'whoami',
  summary: 'whose token this is, and what it may do',
  about: 'The quickest test of RELEASE_URL and RELEASE_TOKEN.',
  examples: [['whoami', '']],
  run: async ({ client }) => {
    const actor = orFail(await client.call(routes.whoami, {}));
    return { json: actor, text: `${actor.name}, ${describeScope(actor.scope)}` };
  },
};

async function run(given: Given): Promise<Outcome> {
  const [what, name, ...others] = given.words;
  if (what === 'list' && name === undefined) return await list(withOnly(given, 'token list'));
  if (what === 'exchange' && name === undefined) {
    return await exchange(withOnly(given, 'token exchange', 'app'));
  }
  if (name !== undefined && others.length === 0) {
    if (what === 'create') return await create(given, name);
    if (what === 'revoke') return await revoke(withOnly(given, 'token revoke'), name);
  }
  return fail('usage', 'token is followed by create NAME, list, revoke ID-OR-NAME, or exchange.');
}

async function create(given: Given, name: string): Promise<Outcome> {
  const scope = scopeOf(given);
  const days = Number(given.text('days') ?? '90');
  if (!Number.isInteger(days) || days < 1 || days > 366) {
    fail('usage', '--days is a whole number from 1 to 366.');
  }
  const breakGlass = given.flag('break-glass') ? { breakGlass: true as const } : {};
  const body = { name, scope, days, ...breakGlass };
  const made = orFail(await given.client.call(routes.createToken, { body }));
  const { expiresAt } = made.token;
  given.io.note(
    `A token for ${name}, ${describeScope(scope)}, until ${expiresAt.slice(0, 10)}. ` +
      'Its secret is shown this once:',
  );
  return { json: made, text: made.secret };
}

async function exchange({ client, texts, io }: Given): Promise<Outcome> {
  const [app, ...others] = texts('app');
  if (others.length > 0) {
    fail('usage', 'token exchange takes one --app.', 'Without it: for all apps of the trust.');
  }
  const got = orFail(await client.exchange(app));
  io.note(
    `${got.name} may ${got.may} ${appsOf(got).join(', ')} until ${got.expiresAt.slice(11, 16)} UTC.`,
  );
  return { json: got, text: got.secret };
}

function scopeOf(given: Given): Scope {
  const [app, ...others] = [...new Set(given.texts('app'))];
  const manager = given.flag('manager');
  if ((app === undefined) === !manager) {
    fail('usage', 'Say what it is for: either --app APP or --manager.');
  }
  const channels = [...new Set(given.texts('in'))];
  const stray = channels.find((channel) => !v.is(channelNameSchema, channel));
  if (stray !== undefined) fail('usage', `--in ${stray} is not a channel's name.`);
  const within = channels.length > 0 && { channels };
  if (app === undefined) return { kind: 'manager', ...within };
  return { kind: 'publisher', app, ...(others.length > 0 && { others }), ...within };
}

async function list({ client, io }: Given): Promise<Outcome> {
  const tokens = orFail(await client.call(routes.tokens, {}));
  const heading = ['NAME', 'FOR', 'STATE', 'USED', 'MADE BY', 'ID'];
  const rows = tokens.map((one): Cell[] => [
    one.breakGlass ? `${one.name} (break glass)` : one.name,
    (one.scope.kind === 'manager' ? 'everything' : appsOf(one.scope).join(', ')) +
      inChannels(one.scope),
    stateOf(one, io),
    one.lastUsedAt === null ? 'never' : ago(one.lastUsedAt, io.now()),
    one.createdBy,
    one.id,
  ]);
  return { json: tokens, text: table(heading, rows, io) };
}

function stateOf(one: Token, io: Io): Cell {
  const day = one.expiresAt.slice(0, 10);
  if (isGood(one, io)) return `until ${day}`;
  return { text: one.revokedAt === null ? `expired ${day}` : 'revoked', tone: 'quiet' };
}

function isGood({ revokedAt, expiresAt }: Token, io: Io): boolean {
  return revokedAt === null && Date.parse(expiresAt) > io.now();
}

async function revoke({ client, io }: Given, named: string): Promise<Outcome> {
  const tokens = orFail(await client.call(routes.tokens, {}));
  const good = tokens.filter((one) => isGood(one, io));
  const byId = good.filter(({ id }) => id === named);
  const meant = byId.length > 0 ? byId : good.filter(({ name }) => name === named);
  const [only] = meant;
  if (only === undefined) {
    return fail('unknown', `There is no token ${named}.`, 'Look at: token list.');
  }
  if (meant.length > 1) {
    const problem = `${meant.length} tokens are named ${named}.`;
    fail('usage', problem, 'Name one by its id; look at: token list.');
  }
  const json = orFail(await client.call(routes.revokeToken, { params: { id: only.id } }));
  return { json, text: `The token of ${only.name} is good for nothing now.` };
}

/** What somebody may do, in a few words. */
export function describeScope(scope: Actor['scope']): string {
  if (scope.kind === 'viewer') return 'viewer';
  if (scope.kind === 'manager') {
    const what = scope.administers === false ? 'manager of releases' : 'manager';
    return `${what}${inChannels(scope)}`;
  }
  const { may = 'promote' } = scope;
  return `publisher of ${appsOf(scope).join(', ')}${may === 'promote' ? '' : `, to ${may} it`}${inChannels(scope)}`;
}

function inChannels(scope: Actor['scope']): string {
  const channels = channelsOf(scope);
  return channels === undefined ? '' : ` in ${channels.join(', ')}`;
}
