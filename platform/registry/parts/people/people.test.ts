import { readEnvironment } from '@tallystick/settings/environment';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/contract/tokens.ts';
import {
  openTestProvider,
  type TestProvider,
  testClient,
} from '../../src/oidc-provider.testing.ts';
import { buildOf, done, manager, publish } from '../../src/registry.testing.ts';
import { type OpenedRegistry, testRegistries } from '../../src/store/test-registries.testing.ts';
import { people } from './people.ts';

const origin = 'http://localhost:4300';
const minute = 60_000;
const openTestRegistry = testRegistries();
let provider: TestProvider;
let opened: OpenedRegistry;
let now = Date.now();

beforeAll(async () => {
  provider = await openTestProvider([origin]);
  const read = readEnvironment({
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: testClient.client_id,
    OIDC_CLIENT_SECRET: testClient.client_secret,
    OIDC_ROLES: JSON.stringify({
      ...{ ops: 'administrator', releases: 'manager', audit: 'viewer' },
      ...{ notes: ['mfe-notes'], memos: ['mfe-memos', 'mfe-notes'] },
    }),
  });
  if (!read.ok) throw new Error(read.problem);
  opened = await openTestRegistry({ parts: [people.with(read.value)], now: () => now });
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.accounts.clear();
  account('maria', ['releases']);
});

function account(login: string, groups: string[]) {
  const name = `${login[0]?.toUpperCase()}${login.slice(1)} Lopez`;
  provider.accounts.set(login, { name, email: `${login}@example.org`, groups });
}
function service() {
  const part = people.of(opened.registry);
  if (part === null) throw new Error('There is no provider.');
  return part;
}
async function begin(login: string) {
  const begun = done(await service().signIn.begin(origin));
  return await provider.signIn(begun.url, login);
}
/** Signs in to the console; answers the id by which its cookie knows who it is. */
async function signIn(login: string): Promise<string> {
  const returned = await begin(login);
  const { secret } = done(await service().signIn.finish(origin, returned.search));
  return (await opened.registry.shortLived.find('sign-in-link', secret)) ?? '';
}
const actorOf = (id: string) => opened.registry.access.actorOf(id);
const must = async (asked: Promise<Actor | null>): Promise<Actor> => {
  const actor = await asked;
  if (actor === null) throw new Error('Nobody is signed in.');
  return actor;
};
const newestEntry = async () => (await opened.registry.audit.entries({ limit: 1 }))[0];

describe('a sign-in to the console', () => {
  it('is of a person by name, in the history and the log too', async () => {
    const id = await signIn('maria');
    const actor = await must(actorOf(id));
    const person = { subject: 'maria', email: 'maria@example.org' };
    expect(actor).toEqual({
      tokenId: id,
      name: 'Maria Lopez (maria@example.org)',
      scope: { kind: 'manager', administers: false },
      person,
    });
    expect(await newestEntry()).toMatchObject({ action: 'sign-in', by: actor.name });
    const { registry } = opened;
    await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
    const change = { kind: 'promote', builds: { shell: buildOf(1) }, reason: 'a test' } as const;
    const made = done(await registry.channel('production').change(actor, 0, change));
    expect(made.by).toBe('Maria Lopez (maria@example.org)');
    expect(await newestEntry()).toMatchObject({ action: 'change', detail: { person } });
  });

  it('ends by the state and code of its own, once', async () => {
    const [returned, other] = [await begin('maria'), await begin('maria')];
    const mixed = new URL(returned);
    mixed.searchParams.set('code', other.searchParams.get('code') ?? '');
    const finish = (query: string) => service().signIn.finish(origin, query);
    expect(await finish(mixed.search)).toMatchObject({ ok: false, code: 'unauthorized' });
    expect(await finish(returned.search)).toMatchObject({ ok: false, code: 'unauthorized' });
    expect(await finish('?code=1&state=2')).toMatchObject({ ok: false, code: 'unauthorized' });
    const third = await begin('maria');
    done(await finish(third.search));
    expect(await finish(third.search)).toMatchObject({ ok: false, code: 'unauthorized' });
  });

  it('is refused to who is in no group that is named, and says in which they are', async () => {
    account('otto', ['canteen']);
    const returned = await begin('otto');
    expect(await service().signIn.finish(origin, returned.search)).toMatchObject({
      code: 'forbidden',
      problem:
        'Otto Lopez (otto@example.org) is known, and none of their groups may sign in here (canteen).',
    });
  });
});

it('signs in a command by a device code, and gives its secret once', async () => {
  account('ana', ['notes', 'memos']);
  const { signIn: way } = service();
  const begun = done(await way.beginDevice());
  expect(await way.askDevice(begun.handle)).toMatchObject({ value: { state: 'waiting' } });
  await provider.confirm(begun.urlWithCode ?? '', 'ana');
  const answer = done(await way.askDevice(begun.handle));
  if (answer.state !== 'signed-in') throw new Error(answer.state);
  const scope = { kind: 'publisher', app: 'mfe-notes', others: ['mfe-memos'] };
  expect(answer.session).toMatchObject({ at: 'command', scope });
  const { authenticate } = opened.registry.access;
  expect(await authenticate(answer.secret)).toMatchObject({ scope });
  expect(await authenticate(`${answer.secret.slice(0, -1)}_`)).toBeNull();
  expect(await way.askDevice(begun.handle)).toMatchObject({ code: 'unauthorized' });
  const { rows } = await sql<{ row: string }>`
    select person_session::text as row from person_session`.execute(opened.store.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(answer.secret.slice(-43));
});

describe('what somebody may do', () => {
  it('follows their groups within the refresh interval', async () => {
    const id = await signIn('maria');
    account('maria', ['audit']);
    now += 3 * minute;
    expect((await must(actorOf(id))).scope.kind).toBe('manager');
    now += 2 * minute;
    expect((await must(actorOf(id))).scope).toEqual({ kind: 'viewer' });
    account('maria', []);
    now += 5 * minute;
    expect(await actorOf(id)).toBeNull();
  });

  it('is kept while the provider is down, no longer than that, and is there again with it', async () => {
    const id = await signIn('maria');
    await provider.stop();
    now += 4 * minute + 30_000;
    expect(await actorOf(id)).not.toBeNull();
    now += minute;
    expect(await actorOf(id)).toBeNull();
    await provider.start();
    now += minute;
    expect(await actorOf(id)).not.toBeNull();
  });

  it('is nothing once the provider has forgotten them', async () => {
    const id = await signIn('maria');
    provider.accounts.delete('maria');
    now += 5 * minute;
    expect(await actorOf(id)).toBeNull();
    account('maria', ['releases']);
    now += minute;
    expect(await actorOf(id)).toBeNull();
  });
});

describe('a session', () => {
  it('ends without use, at its end, and by signing out', async () => {
    const used = async (id: string, until: number, step: number) => {
      for (const end = now + until; now + step <= end; ) {
        now += step;
        if ((await actorOf(id)) === null) return false;
      }
      return true;
    };
    const idle = await signIn('maria');
    now += 120 * minute;
    expect(await actorOf(idle)).toBeNull();
    const long = await signIn('maria');
    expect(await used(long, 719 * minute, 100 * minute)).toBe(true);
    now += 20 * minute;
    expect(await actorOf(long)).toBeNull();
    const left = await signIn('maria');
    await opened.registry.access.signedOut(left);
    expect(await actorOf(left)).toBeNull();
  });

  it('is ended by its owner or an administrator, and a row that is put back opens nothing', async () => {
    account('ben', ['releases']);
    account('olga', ['ops']);
    const [maria, ben, olga] = [await signIn('maria'), await signIn('ben'), await signIn('olga')];
    const { sessions } = service();
    const seenBy = async (id: string) =>
      (await sessions.list(await must(actorOf(id)))).map((one) => one.id);
    expect(await seenBy(ben)).toEqual([ben]);
    expect(await seenBy(olga)).toEqual(expect.arrayContaining([maria, ben, olga]));
    const { db } = opened.store;
    await sql`create table kept as select * from person_session where id = ${maria}`.execute(db);
    const byBen = await must(actorOf(ben));
    expect(await sessions.end(byBen, maria)).toMatchObject({ code: 'forbidden' });
    const before = await must(actorOf(maria));
    done(await sessions.end(await must(actorOf(olga)), maria));
    await sql`insert into person_session select * from kept`.execute(db);
    expect(await actorOf(maria)).toBeNull();
    // Who was known as the request came may have lost the session while the change waited.
    const late = await opened.registry.channel('production').lock(before, 'shell', 'too late');
    expect(late).toMatchObject({ code: 'unauthorized' });
  });

  it('of which somebody has changed the row is none', async () => {
    const [one, other] = [await signIn('maria'), await signIn('maria')];
    const { db } = opened.store;
    await sql`
      update person_session set sealed = (select sealed from person_session where id = ${other})
      where id = ${one}`.execute(db);
    expect(await actorOf(one)).toBeNull();
    expect(await actorOf(other)).not.toBeNull();
  });
});

it('lets a manager of releases make no tokens, and an administrator', async () => {
  account('olga', ['ops']);
  const wanted = {
    name: 'for a pipeline',
    scope: { kind: 'publisher', app: 'mfe-notes' },
    days: 1,
  } as const;
  const { access } = opened.registry;
  const byManager = await access.createToken(await must(actorOf(await signIn('maria'))), wanted);
  expect(byManager).toMatchObject({ code: 'forbidden' });
  done(await access.createToken(await must(actorOf(await signIn('olga'))), wanted));
  done(await access.createToken(manager, { ...wanted, name: 'for another' }));
});
