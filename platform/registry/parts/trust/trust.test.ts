import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../src/contract/tokens.ts';
import {
  buildOf,
  done,
  draftOf,
  manager,
  publisherOf,
  upload,
} from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { type OpenedRegistry, testRegistries } from '../../src/store/test-registries.testing.ts';
import { newTrustSchema } from './contract/trust.ts';
import { openTestIssuer, type TestIssuer } from './issuer.testing.ts';
import { runToken } from './run-tokens.ts';
import { trust as trustPart } from './trust.ts';

const audience = 'https://console.example';
const audiences = [audience];
const start = Date.UTC(2026, 10, 23);
const minute = 60_000;
/** What GitHub says of a run on the main branch, in short. */
const push = {
  sub: 'repo:org/notes:ref:refs/heads/main',
  repository: 'org/notes',
  ref: 'refs/heads/main',
  sha: '0123456789abcdef0123456789abcdef01234567',
  event_name: 'push',
  run_id: '77',
  actor: 'maria',
};
const claims = { repository: 'org/notes', ref: 'refs/heads/main' };

const openTestRegistry = testRegistries();
let opened: OpenedRegistry;
let registry: Registry;
const trusts = () => trustPart.of(registry);
let issuer: TestIssuer;
let now = start;
let apps = 0;
let app = '';
beforeAll(async () => {
  issuer = await openTestIssuer();
  opened = await openTestRegistry({
    parts: [trustPart.with()],
    ...{ now: () => now, wall: () => now, expiryPace: 20 },
  });
  ({ registry } = opened);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => issuer.close());
beforeEach(() => {
  // A busy machine may take longer than an issuer may.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  apps += 1;
  app = `mfe-${apps}`;
  now += 3_600_000;
});

const seconds = () => Math.floor(now / 1_000);
const times = () => ({ aud: audience, iat: seconds(), exp: seconds() + 300 });
const sign = (more: Record<string, unknown> = {}, by: 'RS256' | 'ES256' | 'EdDSA' = 'RS256') =>
  issuer.sign({ ...push, ...times(), jti: `${apps}-${Math.random()}`, ...more }, by);
const trust = async (more: object = {}) => {
  const wanted = v.parse(newTrustSchema, { app, issuer: issuer.url, claims, ...more });
  return done(await trusts().add(manager, wanted)).trust;
};
const exchange = async (idToken: string, named: string | undefined = app) =>
  trusts().exchange(idToken, { audiences, app: named });
const actorBy = async (idToken: string) => {
  const { secret } = done(await exchange(idToken));
  const actor = await registry.access.authenticate(secret);
  if (actor === null) throw new Error('nobody');
  return { actor, secret };
};

describe('a run of a pipeline that is trusted', () => {
  it.each(['RS256', 'ES256', 'EdDSA'] as const)(
    'gets a token for the one app, for 15 minutes, by %s',
    async (algorithm) => {
      const { id } = await trust();
      const given = done(await exchange(await sign({}, algorithm)));
      expect(given).toEqual({
        secret: expect.stringMatching(/^tsx_[\w-]{43}$/),
        name: 'CI of org/notes, run 77',
        app,
        may: 'publish',
        expiresAt: new Date(now + 15 * minute).toISOString(),
      });
      expect(registry.access.knows(given.secret)).toBe(true);
      expect(await registry.access.authenticate(given.secret)).toMatchObject({
        name: 'CI of org/notes, run 77',
        scope: { kind: 'publisher', app, may: 'publish' },
        verified: { issuer: issuer.url, repository: 'org/notes', actor: 'maria' },
      });
      const [entry] = await registry.audit.entries({ limit: 1 });
      expect(entry).toMatchObject({
        by: 'CI of org/notes, run 77',
        action: 'token-exchange',
        detail: {
          trust: id,
          app,
          run: { subject: push.sub, run: `${issuer.url}/org/notes/actions/runs/77` },
        },
      });
      now += 15 * minute - 1;
      expect(registry.access.endedAt(given.secret)).toBeNull();
      now += 1;
      expect(await registry.access.authenticate(given.secret)).toBeNull();
      expect(registry.access.endedAt(given.secret)).toBe(given.expiresAt);
      expect(registry.access.endedAt(`${given.secret.slice(0, -1)}!`)).toBeNull();
    },
  );

  it('publishes a build that says where it comes from', async () => {
    await trust();
    const { actor } = await actorBy(await sign());
    await upload(registry, app, buildOf(1), draftOf(app, buildOf(1)), actor);
    const said = { commit: 'fedcba98', repository: 'org/other' };
    done(await registry.publish(actor, app, buildOf(1), { said }));
    expect(await registry.builds(app)).toMatchObject([
      {
        publishedBy: 'CI of org/notes, run 77',
        provenance: { verified: { repository: 'org/notes', commit: push.sha }, said },
      },
    ]);
    const foreign = await registry.putFile(actor, 'mfe-else', buildOf(1), 'a', new Uint8Array());
    expect(foreign).toMatchObject({ ok: false, code: 'forbidden' });
  });

  it('may do what it is trusted to, and nothing beyond', async () => {
    await trust({ may: 'preview', claims: { repository: 'org/notes' } });
    const { actor } = await actorBy(
      await sign({ event_name: 'pull_request', ref: 'refs/pull/1/merge' }),
    );
    await upload(registry, app, buildOf(1), draftOf(app, buildOf(1)), actor);
    expect(await registry.publish(actor, app, buildOf(1))).toMatchObject({ code: 'forbidden' });
    expect(await registry.publish(actor, app, buildOf(1), { previewOnly: true })).toMatchObject({
      ok: true,
    });
    await trust({ may: 'publish' });
    const more = await actorBy(await sign());
    expect(more.actor.scope).toMatchObject({ may: 'publish' });
    done(await registry.publish(more.actor, app, buildOf(1)));
    const change = { kind: 'promote', builds: { [app]: buildOf(1) }, reason: 'why' } as const;
    expect(await registry.channel('c').change(more.actor, 0, change)).toMatchObject({
      code: 'forbidden',
      problem: expect.stringContaining(`is trusted to publish ${app}, not to promote it`),
    });
  });

  it('is trusted no more when that is withdrawn, also by a token that it has', async () => {
    const { id } = await trust();
    const { secret } = await actorBy(await sign());
    done(await trusts().withdraw(manager, id));
    expect(await registry.access.authenticate(secret)).toBeNull();
    expect(await exchange(await sign())).toMatchObject({ code: 'forbidden' });
    const [withdrawn] = await registry.audit.entries({ limit: 1 });
    expect(withdrawn).toMatchObject({ action: 'distrust', detail: { id, app } });
  });

  it('is trusted no more when that is withdrawn while its issuer or its build is waited for', async () => {
    const { id } = await trust();
    const asked = fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...to) => {
      done(await trusts().withdraw(manager, id));
      return await asked(...to);
    });
    const idToken = await sign();
    expect(await exchange(idToken)).toMatchObject({ code: 'forbidden' });
    expect(await registry.audit.entries({ limit: 1 })).toMatchObject([{ action: 'distrust' }]);
    const again = await trust();
    // The refused exchange has not used it up.
    const { actor } = await actorBy(idToken);
    await upload(registry, app, buildOf(1), draftOf(app, buildOf(1)), actor);
    done(await trusts().withdraw(manager, again.id));
    expect(await registry.publish(actor, app, buildOf(1))).toMatchObject({
      code: 'unauthorized',
    });
    expect(await registry.build(app, buildOf(1))).toBeNull();
  });

  it('gets a token for the apps of a team, or for the one of them that it names', async () => {
    const others = [`${app}-b`];
    const repository = 'org/team';
    const { id } = await trust({ others, claims: { repository } });
    const run = () => sign({ repository });
    const all = done(await trusts().exchange(await run(), { audiences }));
    expect(all).toMatchObject({ app, others, may: 'publish' });
    const both = await registry.access.authenticate(all.secret);
    expect(both?.scope).toEqual({ kind: 'publisher', app, others, may: 'publish' });
    const named = done(await exchange(await run(), `${app}-b`));
    expect(named).toMatchObject({ app: `${app}-b` });
    expect(named.others).toBeUndefined();
    const narrow = await registry.access.authenticate(named.secret);
    expect(narrow?.scope).toEqual({ kind: 'publisher', app: `${app}-b`, may: 'publish' });
    if (both === null || narrow === null) throw new Error('nobody');
    const put = (actor: Actor, of: string) =>
      registry.putFile(actor, of, buildOf(1), 'a.js', new Uint8Array());
    expect([(await put(both, app)).ok, (await put(both, `${app}-b`)).ok]).toEqual([true, true]);
    expect(await put(both, `${app}-c`)).toMatchObject({ code: 'forbidden' });
    expect(await put(narrow, app)).toMatchObject({ code: 'forbidden' });
    expect(await exchange(await run(), `${app}-c`)).toMatchObject({ code: 'forbidden' });
    expect(await trusts().list(publisherOf(`${app}-b`))).toMatchObject([{ id, others }]);
    done(await trusts().withdraw(manager, id));
    expect(await registry.access.authenticate(named.secret)).toBeNull();
  });

  it('says which app it means where it is trusted for several', async () => {
    await trust();
    await trust({ app: `${app}-b` });
    const idToken = await sign();
    const unclear = await trusts().exchange(idToken, { audiences });
    expect(unclear).toMatchObject({
      code: 'invalid',
      problem: expect.stringContaining('several apps'),
    });
    expect(done(await exchange(idToken, `${app}-b`)).app).toBe(`${app}-b`);
  });
});

it('a claim that ends in * is met by what begins so and goes on', async () => {
  await trust({ claims: { repository: 'org/notes', ref: 'refs/heads/release/*' } });
  for (const ref of ['refs/heads/release/', 'refs/heads/mine', 'refs/heads/another/release/1']) {
    expect(await exchange(await sign({ ref })), ref).toMatchObject({ code: 'forbidden' });
  }
  expect(done(await exchange(await sign({ ref: 'refs/heads/release/1' }))).app).toBe(app);
});

describe('an ID token is refused', () => {
  const at = (offset: number) => seconds() + offset;
  it.each<[string, () => Record<string, unknown>, string]>([
    ['of another repository', () => ({ repository: 'evil/notes' }), 'repository=evil/notes'],
    ['of a repository that begins alike', () => ({ repository: 'org/notes-evil' }), 'repository='],
    ['of another branch', () => ({ ref: 'refs/heads/mine' }), 'ref=refs/heads/mine'],
    ['without the claim', () => ({ repository: undefined }), 'repository=missing'],
    [
      'with several values',
      () => ({ repository: ['org/notes', 'evil/notes'] }),
      'repository=missing',
    ],
    [
      'that runs for a fork',
      () => ({ event_name: 'pull_request_target' }),
      'event_name=pull_request_target',
    ],
    ['for another audience', () => ({ aud: 'https://evil.example' }), 'another audience'],
    [
      'for several audiences',
      () => ({ aud: [audience, 'https://evil.example'] }),
      'several audiences',
    ],
    ['that has expired', () => ({ iat: at(-400), exp: at(-61) }), 'it has expired'],
    [
      'that is older than six hours',
      () => ({ iat: at(-6 * 3_600 - 61), exp: at(9_000) }),
      'six hours',
    ],
    ['without an end', () => ({ exp: undefined }), 'exp'],
  ])('%s', async (_what, more, says) => {
    await trust();
    const refused = await exchange(await sign(more()));
    expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining(says) });
    expect(done(await exchange(await sign())).app).toBe(app);
  });

  it.each([
    ['was made', (begins: number) => ({ iat: begins })],
    ['is not good before', (begins: number) => ({ nbf: begins })],
  ])('that %s later than the clock of the registry says, with both times', async (_what, more) => {
    await trust();
    now = Date.parse('2026-11-30T18:41:00Z');
    const begins = Date.parse('2026-11-30T18:42:10Z') / 1_000;
    expect(await exchange(await sign({ ...more(begins), exp: begins + 300 }))).toEqual({
      ok: false,
      code: 'unauthorized',
      problem: "The ID token begins at 18:42:10, the registry's clock says 18:41:00 (UTC).",
      next: 'Set the clock that is wrong.',
    });
  });

  it('of an issuer that nobody trusts, which is not asked for anything', async () => {
    const other = await openTestIssuer();
    const idToken = await other.sign({ ...push, ...times() });
    expect(await exchange(idToken)).toMatchObject({ code: 'forbidden' });
    expect(other.asked).toEqual([]);
    await trust();
    const posing = await other.sign({ ...push, ...times(), iss: issuer.url });
    expect(await exchange(posing)).toMatchObject({ code: 'unauthorized' });
    await other.close();
  });

  it('for another app than the one that trusts', async () => {
    await trust();
    expect(await exchange(await sign(), 'mfe-else')).toMatchObject({ code: 'forbidden' });
  });

  it('the second time, whatever signature it has', async () => {
    await trust();
    const idToken = await sign({}, 'ES256');
    const twice = await Promise.all([exchange(idToken), exchange(idToken)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    const again = await exchange(otherSignature(idToken));
    expect(again).toMatchObject({ problem: expect.stringContaining('was used before') });
  });

  it('the second time, as long as it lasts, though what has expired is forgotten', async () => {
    await trust();
    const idToken = await sign({ exp: seconds() + 6 * 3_600 });
    done(await exchange(idToken));
    expect(await registry.shortLived.claim('of minutes')).toBe(true);
    now += 359 * minute;
    // It can be claimed again only once it is forgotten, and all that expired before goes with it.
    await expect.poll(() => registry.shortLived.claim('of minutes')).toBe(true);
    expect(await exchange(idToken)).toMatchObject({
      problem: expect.stringContaining('was used before'),
    });
  });

  it.each([
    ['the history', 'audit', 'true'],
    ['the token', 'short_lived', `new.kind = 'run-token'`],
  ])('but not after an exchange in which %s could not be written', async (_what, table, when) => {
    await trust();
    const { db } = opened.store;
    await sql`create function refuse() returns trigger language plpgsql
        as 'begin raise exception ''not now''; end'`.execute(db);
    await sql`create trigger refuse before insert on ${sql.table(table)}
        for each row when (${sql.raw(when)}) execute function refuse()`.execute(db);
    const idToken = await sign();
    await expect(exchange(idToken)).rejects.toThrow('not now');
    await sql`drop function refuse cascade`.execute(db);
    expect(done(await exchange(idToken)).app).toBe(app);
  });

  it('without a signature, or with one by the public key', async () => {
    await trust();
    const payload = { ...push, ...times(), iss: issuer.url };
    expect(await exchange(new UnsecuredJWT(payload).encode())).toMatchObject({ ok: false });
    const [rsa] = issuer.keys.filter(({ alg }) => alg === 'RS256');
    const key = await importJWK(rsa ?? {}, 'RS256', { extractable: true });
    if (key instanceof Uint8Array) throw new Error('no public key');
    const spki = await exportSPKI(key);
    const forged = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', kid: rsa?.kid ?? '' })
      .sign(new TextEncoder().encode(spki));
    expect(await exchange(forged)).toMatchObject({ code: 'unauthorized' });
    expect(await exchange('not.a.token')).toMatchObject({ code: 'unauthorized' });
  });
});

describe('a public workflow that anybody may call', () => {
  const job_workflow_ref = 'org/shared/.github/workflows/release.yml@refs/heads/main';
  const stranger = { repository: 'evil/notes', repository_owner: 'evil', job_workflow_ref };
  /** As an earlier version took it: the rules for new trusts are those of the call. */
  const trustOfBefore = async (named: Record<string, string>) => {
    const wanted = { app, issuer: issuer.url, claims: named, may: 'promote' } as const;
    return done(await trusts().add(manager, wanted)).trust;
  };

  it.each([
    ['itself', { job_workflow_ref }, {}],
    [
      'a subject that every repository can put together',
      { sub: `job_workflow_ref:${job_workflow_ref}` },
      { sub: `job_workflow_ref:${job_workflow_ref}` },
    ],
  ])('gives nobody anything by %s, and managers are told why', async (_what, named, more) => {
    const { id } = await trustOfBefore(named);
    const refused = await exchange(await sign({ ...stranger, ...more }));
    expect(refused).toMatchObject({
      code: 'forbidden',
      problem: expect.stringContaining(`Trust ${id}: Its claims name by`),
    });
    const [listed] = await trusts().list(manager);
    expect(listed).toMatchObject({
      id,
      problem: expect.stringContaining('No run is trusted by it: withdraw it'),
    });
    // Another one of the app, beside it, is honoured.
    await trust();
    expect(done(await exchange(await sign())).may).toBe('publish');
    expect(await exchange(await sign({ ...stranger, ...more }))).toMatchObject({
      code: 'forbidden',
      problem: expect.stringContaining('repository=evil/notes'),
    });
  });

  it('gives nothing either to a run that had its token from a version before', async () => {
    const tokenBy = async ({ id }: { id: string }) => {
      const verified = { issuer: issuer.url, subject: 'a run' };
      const kept = { trust: id, tokenId: 'run-1', name: 'CI', verified };
      return `tsx_${await registry.shortLived.issue(runToken, JSON.stringify(kept), id)}`;
    };
    expect(await registry.access.authenticate(await tokenBy(await trust()))).toMatchObject({
      name: 'CI',
    });
    const old = await trustOfBefore({ job_workflow_ref });
    expect(await registry.access.authenticate(await tokenBy(old))).toBeNull();
  });

  it('is enough beside who owns what calls it', async () => {
    await trust({ claims: { job_workflow_ref, repository_owner_id: '77' } });
    const own = await sign({ job_workflow_ref, repository_owner_id: '77' });
    expect(done(await exchange(own)).app).toBe(app);
    const foreign = await sign({ job_workflow_ref, repository_owner_id: '78' });
    expect(await exchange(foreign)).toMatchObject({
      problem: expect.stringContaining('repository_owner_id=78'),
    });
  });
});

describe('the keys of an issuer', () => {
  const fetches = () => issuer.asked.filter((path) => path === '/keys').length;

  it('are fetched again for a key that is new, at most every 30 seconds', async () => {
    await trust();
    done(await exchange(await sign()));
    await issuer.rotate('RS256');
    now += 30_000;
    const before = fetches();
    done(await exchange(await sign()));
    expect(fetches()).toBe(before + 1);
    await issuer.rotate('RS256');
    for (let n = 0; n < 5; n += 1) expect((await exchange(await sign())).ok).toBe(false);
    expect(fetches()).toBe(before + 1);
  });

  it('stay good for an hour while the issuer does not answer, whoever names a key that is new', async () => {
    await trust();
    const early = now;
    done(await exchange(await sign()));
    const stranger = await openTestIssuer();
    const forged = () => stranger.sign({ ...push, ...times(), iss: issuer.url });
    issuer.answers.set('/keys', { status: 500, body: '' });
    now += 30_000;
    expect(await exchange(await forged())).toMatchObject({ code: 'unavailable' });
    done(await exchange(await sign()));
    now = early + 3_600_000;
    expect(await exchange(await sign())).toMatchObject({ code: 'unavailable' });
    issuer.answers.clear();
    now += 5_000;
    done(await exchange(await sign()));
    await stranger.close();
  });

  it.each([
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    ['too much', { status: 200, body: JSON.stringify({ keys: 'x'.repeat(300_000) }) }],
    ['an error', { status: 500, body: '' }],
    ['what are no keys', { status: 200, body: '{}' }],
  ])('are not taken of %s', async (_what, answer) => {
    issuer.answers.set('/keys', answer);
    await expect(trust()).rejects.toThrow(`unfit: ${issuer.url}/keys`);
    issuer.answers.clear();
  });

  it.each([
    ['another issuer', { issuer: 'https://evil.example', jwks_uri: 'https://evil.example/keys' }],
    ['another host', { issuer: '', jwks_uri: 'http://127.0.0.1:1/keys' }],
  ])('are not those that the discovery document names of %s', async (_what, document) => {
    const body = JSON.stringify({ ...document, issuer: document.issuer || issuer.url });
    issuer.answers.set('/.well-known/openid-configuration', { status: 200, body });
    await expect(trust()).rejects.toThrow('unfit: ');
    issuer.answers.clear();
  });

  it('are fetched by https alone, but for this machine, and a private address is told', async () => {
    await expect(trust({ issuer: 'http://gitlab.example' })).rejects.toThrow(
      'must begin with https://',
    );
    await expect(trust({ issuer: 'https://maria:x@gitlab.example' })).rejects.toThrow(
      'may hold no',
    );
    const wanted = v.parse(newTrustSchema, { app, issuer: issuer.url, claims });
    const { note } = done(await trusts().add(manager, wanted));
    expect(note).toContain('127.0.0.1, a private address');
  });
});

it('is a manager’s to trust, and told to publishers of the app', async () => {
  const wanted = v.parse(newTrustSchema, { app, issuer: issuer.url, claims });
  expect(await trusts().add(publisherOf(app), wanted)).toMatchObject({ code: 'forbidden' });
  const { id } = await trust();
  expect(await trusts().withdraw(publisherOf(app), id)).toMatchObject({ code: 'forbidden' });
  expect(await trusts().list(publisherOf(app))).toHaveLength(1);
  expect(await trusts().list(publisherOf('mfe-else'))).toEqual([]);
  expect(await registry.audit.verify()).toMatchObject({ ok: true });
});

describe('claims', () => {
  const problemOf = (wanted: Record<string, string>) => {
    const read = v.safeParse(newTrustSchema, {
      app: 'mfe-a',
      issuer: 'https://a.example',
      claims: wanted,
    });
    return read.success ? null : read.issues[0].message;
  };
  it.each([
    [{ repository: 'org/notes', ref: 'refs/heads/release/*' }, null],
    [{ ref: 'refs/heads/main' }, 'must name one of: sub, repository'],
    [{ repository: 'org/*' }, 'may have no * in a claim that says whose run it is'],
    [{ sub: 'repo:*' }, 'may have no * in a claim that says whose run it is'],
    [{ sub: 'repo:org/notes', ref: '*' }, 'may hold * only at its end, after a / or a :'],
    [{ sub: 'repo:org/notes', ref: 'refs/*/main' }, 'may hold * only at its end, after a / or a :'],
    [
      { sub: 'repo:org/notes', ref: 'refs/heads/ma*' },
      'may hold * only at its end, after a / or a :',
    ],
    [{ sub: '' }, 'must not be empty'],
    // GitHub: the workflow that is called, and who calls it.
    [
      { job_workflow_ref: 'o/w/.github/workflows/a.yml@main' },
      'anybody may call a public workflow',
    ],
    [{ job_workflow_ref: 'o/w/.github/workflows/a.yml@main', ref: 'refs/heads/main' }, 'anybody'],
    [{ job_workflow_ref: 'o/w/.github/workflows/a.yml@main', repository: 'org/notes' }, null],
    [{ job_workflow_ref: 'o/w/.github/workflows/a.yml@main', repository_owner: 'org' }, null],
    [{ job_workflow_ref: 'o/w/.github/workflows/*', repository: 'org/notes' }, 'may have no *'],
    [{ repository_owner: 'org' }, 'must name one of'],
    [{ sub: 'repo:org/notes:ref:refs/heads/main' }, null],
    [{ sub: 'job_workflow_ref:o/w/.github/workflows/a.yml@main' }, 'every repository may have'],
    [{ sub: 'environment:production' }, 'every repository may have'],
    [{ sub: 'environment:production:repository_owner:org' }, null],
    [{ sub: 'environment:production', repository_id: '7' }, null],
    // GitLab.
    [{ project_path: 'org/notes', ref: 'main' }, null],
    [{ project_id: '7' }, null],
    [{ sub: 'project_path:org/notes:ref_type:branch:ref:main' }, null],
    [{ ci_config_ref_uri: 'gitlab.com/org/shared//.gitlab-ci.yml@refs/heads/main' }, 'must name'],
    [{ namespace_path: 'org' }, 'must name one of'],
    // An issuer of one's own says in `sub` who it is.
    [{ sub: 'organization:acme:pipeline:notes' }, null],
    [{ sub: 'system:serviceaccount:ci:notes' }, null],
    [{ aud: 'https://console.example', user: 'maria' }, 'must name one of'],
  ])('%j', (wanted, problem) => {
    if (problem === null) expect(problemOf(wanted)).toBeNull();
    else expect(problemOf(wanted)).toContain(problem);
  });
});

/** The same token with the other signature that ECDSA has for it: (r, n - s). */
function otherSignature(idToken: string): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const [header, payload, signature = ''] = idToken.split('.');
  const hex = Buffer.from(signature, 'base64url').toString('hex');
  const s = (order - BigInt(`0x${hex.slice(64)}`)).toString(16).padStart(64, '0');
  return [header, payload, Buffer.from(hex.slice(0, 64) + s, 'hex').toString('base64url')].join(
    '.',
  );
}
