import { boardSchema } from '@tallystick/registry/contract/board';
import { revisionSchema } from '@tallystick/registry/contract/channel';
import { tokenSchema } from '@tallystick/registry/contract/tokens';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  consoleOrigin,
  manager,
  openTestAdmin,
  startChannel,
  type TestAdmin,
} from './admin.testing.ts';

const shellOne = '1.0.0-aaaaaaaaaaaa';
const noteOne = '1.0.0-bbbbbbbbbbbb';
const noteTwo = '1.1.0-cccccccccccc';

let admin: TestAdmin;
let token = '';
beforeAll(async () => {
  admin = await openTestAdmin();
  token = (await admin.token(manager)).secret;
  await admin.publish('shell', shellOne);
  await admin.publish('mfe-note', noteOne);
  await admin.publish('mfe-note', noteTwo);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => admin.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

function ask(method: Method, url: string, payload?: object, headers: Record<string, string> = {}) {
  return admin.server.inject({
    method,
    url,
    headers: { ...bearer(token), ...headers },
    ...(payload !== undefined && { payload }),
  });
}

/** A channel of its own for a test. */
let channels = 0;
async function newChannel(): Promise<string> {
  channels += 1;
  const name = `channel-${channels}`;
  await startChannel(admin, name, { shell: shellOne, 'mfe-note': noteOne });
  return name;
}

const promoteTwo = { kind: 'promote', builds: { 'mfe-note': noteTwo }, reason: 'totals' };

describe('who is asking', () => {
  it('must be said, in one way', async () => {
    const answers = await Promise.all([
      admin.server.inject({ method: 'GET', url: '/v1/whoami' }),
      admin.server.inject({
        method: 'GET',
        url: '/v1/whoami',
        headers: { authorization: `Basic ${token}` },
      }),
      admin.server.inject({ method: 'GET', url: '/v1/whoami', headers: bearer('tsr_x') }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json()).toEqual({ code: 'unauthorized', error: expect.any(String) });
    }
  });

  it('is told', async () => {
    const { secret, id } = await admin.token({ kind: 'publisher', app: 'mfe-note' }, 'note-ci');
    const answer = await ask('GET', '/v1/whoami', undefined, bearer(secret));
    expect(answer.json()).toEqual({
      tokenId: id,
      capabilities: ['source-maps', 'sbom'],
      name: 'note-ci',
      scope: { kind: 'publisher', app: 'mfe-note' },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is told of errors of their own apps alone on the board', async () => {
    const channel = admin.registry.channel('production');
    const of = (app: string) => ({ app, build: noteOne, message: 'no total', place: '' });
    const thrown = ['mfe-note', 'mfe-other'].map(of);
    vi.spyOn(admin.registry, 'channel').mockReturnValue({
      ...channel,
      board: async () => ({ ...(await channel.board()), thrown }),
    });
    const { secret } = await admin.token({ kind: 'publisher', app: 'mfe-note' });
    const read = async (who: string) =>
      (await ask('GET', '/v1/channels/production', undefined, bearer(who))).json().thrown;
    expect(await read(secret)).toEqual([of('mfe-note')]);
    expect(await read(token)).toEqual(thrown);
  });

  it('is nobody once the token is revoked, and once it has expired', async () => {
    const revoked = await admin.token(manager);
    expect((await ask('DELETE', `/v1/tokens/${revoked.id}`)).statusCode).toBe(200);
    expect((await ask('GET', '/v1/whoami', undefined, bearer(revoked.secret))).statusCode).toBe(
      401,
    );
    const other = await openTestAdmin();
    const { secret } = await other.token(manager);
    const url = '/v1/whoami';
    const late = () => other.server.inject({ method: 'GET', url, headers: bearer(secret) });
    other.ahead.by = 91 * 86_400_000;
    const told = await late();
    expect(told.statusCode).toBe(401);
    expect(told.json()).toEqual({
      code: 'unauthorized',
      error: expect.stringMatching(/^This token ended at \d\d:\d\d UTC on \d{4}-\d\d-\d\d\.$/),
      next: 'A manager makes another: token create. A run gets its own: token exchange.',
    });
    // It stays so when the clock goes back.
    other.ahead.by = 0;
    expect((await late()).statusCode).toBe(401);
    await other.close();
  });

  it('is nobody once the token is revoked, though the body was on its way before', async () => {
    const channel = await newChannel();
    const { secret, id } = await admin.token(manager);
    const origin = await admin.server.listen({ host: '127.0.0.1', port: 0 });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const body = writable.getWriter();
    const asked = fetch(`${origin}/v1/channels/${channel}/revisions`, {
      method: 'POST',
      headers: { ...bearer(secret), 'content-type': 'application/json', 'if-match': '"1"' },
      body: readable,
      duplex: 'half',
    });
    const text = new TextEncoder().encode(JSON.stringify(promoteTwo));
    await body.write(text.slice(0, 9));
    const lastUse = async () =>
      v
        .parse(v.array(tokenSchema), (await ask('GET', '/v1/tokens')).json())
        .find((token) => token.id === id)?.lastUsedAt;
    await expect.poll(lastUse).toEqual(expect.any(String));
    expect((await ask('DELETE', `/v1/tokens/${id}`)).statusCode).toBe(200);
    await body.write(text.slice(9));
    await body.close();
    expect((await asked).status).toBe(401);
    expect((await ask('GET', `/v1/channels/${channel}`)).headers.etag).toBe('"1"');
  });

  it('waits after twenty wrong tokens from one address, but never with a right one', async () => {
    // Within three seconds one of them is forgiven, so time stands still.
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const other = await openTestAdmin();
    const fresh = (await other.token(manager)).secret;
    const whoami = (secret: string) =>
      other.server.inject({ method: 'GET', url: '/v1/whoami', headers: bearer(secret) });
    for (let i = 0; i < 20; i += 1) expect((await whoami(`wrong-${i}`)).statusCode).toBe(401);
    const waiting = await whoami('wrong-20');
    expect(waiting.statusCode).toBe(429);
    expect(waiting.json()).toMatchObject({ code: 'limited' });
    expect(waiting.headers['retry-after']).toBe('3');
    expect((await whoami(fresh)).statusCode).toBe(200);
    expect((await whoami('wrong-21')).statusCode).toBe(429);
    other.ahead.by = 3_000;
    expect((await whoami('wrong-22')).statusCode).toBe(401);
    await other.close();
  });
});

describe('the limit of requests', () => {
  it('is of each token and session by itself, and of an address for all others', async () => {
    const other = await openTestAdmin({ perAddress: 5 });
    const whoami = (headers: Record<string, string>) =>
      other.server.inject({ method: 'GET', url: '/v1/whoami', headers });
    const statuses = async (headers: Record<string, string>) => {
      const answers = [];
      for (let turn = 0; turn < 7; turn += 1) answers.push((await whoami(headers)).statusCode);
      return answers;
    };
    const [flooding, careful, signedIn] = [
      await other.token(manager),
      await other.token(manager),
      await other.token(manager),
    ];
    const session = await other.server.inject({
      method: 'POST',
      url: '/v1/session',
      payload: { secret: signedIn.secret },
      headers: { origin: consoleOrigin, 'x-tallystick-console': '1' },
    });
    const cookie = String(session.headers['set-cookie']).split(';', 1).join('');
    const fiveOf = [200, 200, 200, 200, 200, 429, 429];
    expect(await statuses(bearer(flooding.secret))).toEqual(fiveOf);
    // The sign-in was one of the address's five.
    expect(await statuses({})).toEqual([401, 401, 401, 401, 429, 429, 429]);
    expect(await statuses(bearer('tsk_nobody'))).toEqual(Array(7).fill(429));
    expect(await statuses(bearer(careful.secret))).toEqual(fiveOf);
    expect(await statuses({ cookie })).toEqual(fiveOf);
    const refused = await whoami({ cookie });
    expect(refused.json()).toEqual({ code: 'limited', error: expect.any(String) });
    await other.close();
  });
});

describe('a number that no database holds', () => {
  it.each([
    ['GET', '/v1/channels/production/revisions/2147483648'],
    ['GET', '/v1/channels/production/revisions/99999999999999'],
    ['GET', '/v1/channels/production/revisions?before=2147483648'],
    ['GET', '/v1/audit?before=99999999999999'],
    ['POST', '/v1/previews', { channel: 'production', revision: 2_147_483_648 }],
    ['POST', '/v1/previews', { channel: 'production', revision: 1e300 }],
    [
      'POST',
      '/v1/channels/production/preview',
      { kind: 'undo', revision: 2_147_483_648, reason: 'too far' },
    ],
  ] as const)("is the client's mistake: %s %s", async (method, url, payload?: object) => {
    const answer = await ask(method, url, payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid']);
  });
});

describe('a change', () => {
  it('is made for the revision that was seen, and answered with the next one', async () => {
    const channel = await newChannel();
    const seen = await ask('GET', `/v1/channels/${channel}`);
    expect(v.parse(boardSchema, seen.json()).current?.revision).toBe(1);
    expect(seen.headers.etag).toBe('"1"');
    const url = `/v1/channels/${channel}/revisions`;
    const made = await ask('POST', url, promoteTwo, { 'if-match': '"1"' });
    expect(made.statusCode).toBe(201);
    expect(made.headers.etag).toBe('"2"');
    expect(v.parse(revisionSchema, made.json())).toMatchObject({
      revision: 2,
      by: 'maria',
      reason: 'totals',
      builds: { shell: shellOne, 'mfe-note': noteTwo },
    });
  });

  it('without a revision that it was made for is not made: 428', async () => {
    const channel = await newChannel();
    const answer = await ask('POST', `/v1/channels/${channel}/revisions`, promoteTwo);
    expect(answer.statusCode).toBe(428);
    expect(answer.json()).toMatchObject({ code: 'unguarded' });
  });

  it.each(['1', '*', 'W/"1"', '"1", "2"', '"-1"', '"01e9"'])(
    'for no one revision (If-Match: %s) is not understood',
    async (ifMatch) => {
      const channel = await newChannel();
      const url = `/v1/channels/${channel}/revisions`;
      const answer = await ask('POST', url, promoteTwo, { 'if-match': ifMatch });
      expect(answer.statusCode).toBe(400);
    },
  );

  it('that lost a race is not made: one of two wins, and again of the next two', async () => {
    const channel = await newChannel();
    const url = `/v1/channels/${channel}/revisions`;
    for (const [revision, build] of [
      [1, noteTwo],
      [2, noteOne],
    ] as const) {
      const change = { kind: 'promote', builds: { 'mfe-note': build }, reason: 'race' };
      const answers = await Promise.all(
        ['one', 'other'].map((reason) =>
          ask('POST', url, { ...change, reason }, { 'if-match': `"${revision}"` }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 412]);
      const lost = answers.find(({ statusCode }) => statusCode === 412);
      expect(lost?.json()).toMatchObject({ code: 'moved' });
    }
    const history = await ask('GET', url);
    expect(history.json().revisions).toHaveLength(3);
  });

  it('by a publisher of another app is refused: 403', async () => {
    const channel = await newChannel();
    const { secret } = await admin.token({ kind: 'publisher', app: 'mfe-other' });
    const url = `/v1/channels/${channel}/revisions`;
    const answer = await ask('POST', url, promoteTwo, { ...bearer(secret), 'if-match': '"1"' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'forbidden' });
  });

  it('of a locked app is refused with the reason: 423; and not any more once it is unlocked', async () => {
    const channel = await newChannel();
    const lock = `/v1/channels/${channel}/locks/mfe-note`;
    expect((await ask('PUT', lock, { reason: 'it signs people out' })).statusCode).toBe(200);
    const nowhere = await ask('PUT', '/v1/channels/prodution/locks/mfe-note', { reason: 'why' });
    expect(nowhere.statusCode).toBe(404);
    expect(nowhere.json()).toEqual({ code: 'unknown', error: 'there is no channel prodution' });
    const url = `/v1/channels/${channel}/revisions`;
    const refused = await ask('POST', url, promoteTwo, { 'if-match': '"1"' });
    expect(refused.statusCode).toBe(423);
    expect(refused.json().error).toContain('it signs people out');
    expect((await ask('DELETE', lock, { reason: 'mended' })).statusCode).toBe(204);
    const made = await ask('POST', url, promoteTwo, { 'if-match': '"1"' });
    expect(made.statusCode).toBe(201);
  });

  it.each([
    [{ ...promoteTwo, reason: 'no' }, 'reason must have at least 3 characters.'],
    [{ ...promoteTwo, builds: { 'mfe-note': 'newest' } }, 'builds.mfe-note is not well formed.'],
    [{ ...promoteTwo, kind: 'canary', percent: 100 }, 'percent must be less than 100.'],
    [{ kind: 'promote', builds: {} }, 'The body must have reason.'],
    [
      { kind: 'delete', reason: 'because' },
      'kind must be one of: promote, canary, rollback, abort, undo, remove, unhold, slots, configure, ramp.',
    ],
  ])('that is not well formed is refused and told where: %j', async (change, error) => {
    const channel = await newChannel();
    const url = `/v1/channels/${channel}/revisions`;
    const answer = await ask('POST', url, change, { 'if-match': '"1"' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: 'invalid', error });
  });

  it('can be looked at first, which changes nothing', async () => {
    const channel = await newChannel();
    const looked = await ask('POST', `/v1/channels/${channel}/preview`, promoteTwo);
    expect(looked.json()).toMatchObject({ revision: 2, builds: { 'mfe-note': noteTwo } });
    expect((await ask('GET', `/v1/channels/${channel}`)).headers.etag).toBe('"1"');
  });
});

describe('settings of an app', () => {
  const url = '/v1/apps/mfe-note/settings';
  const wanted = {
    limits: { files: 40 },
    connect: ['https://api.example.org'],
    paths: [],
    reason: 'rates',
  };

  it('are read by everybody with a token, and set by managers for what they saw', async () => {
    const before = await ask('GET', url);
    expect(before.headers.etag).toBe('"0"');
    expect(before.json()).toMatchObject({ revision: 0, limits: {}, changed: null });
    expect((await ask('POST', url, wanted)).json()).toMatchObject({ code: 'unguarded' });
    const { secret } = await admin.token({ kind: 'publisher', app: 'mfe-note' });
    const own = { ...bearer(secret), 'if-match': '"0"' };
    expect((await ask('POST', url, wanted, own)).json()).toMatchObject({ code: 'forbidden' });
    const made = await ask('POST', url, wanted, { 'if-match': '"0"' });
    expect([made.statusCode, made.headers.etag]).toEqual([200, '"1"']);
    expect((await ask('GET', url, undefined, bearer(secret))).json()).toEqual(made.json());
    const again = await ask('POST', url, wanted, { 'if-match': '"0"' });
    expect([again.statusCode, again.json().code]).toEqual([412, 'moved']);
  });

  it.each([
    [{ limits: { bytes: 200_000_001 } }],
    [{ limits: { files: 0 } }],
    [{ limits: { more: 1 } }],
    [{ connect: ['https://*'] }],
    [{ connect: ['https://10.0.0.1'] }],
    [{ paths: ['/*'] }],
    [{ paths: ['/notes'] }],
    [{ reason: '' }],
    [{ more: 1 }],
  ])('never hold %j', async (flaw) => {
    const answer = await ask('POST', url, { ...wanted, ...flaw }, { 'if-match': '"1"' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid']);
  });
});

describe('what was', () => {
  it('is told page by page, and of one app', async () => {
    const channel = await newChannel();
    const url = `/v1/channels/${channel}/revisions`;
    for (const [revision, build] of [
      [1, noteTwo],
      [2, noteOne],
    ] as const) {
      const change = { ...promoteTwo, builds: { 'mfe-note': build } };
      await ask('POST', url, change, { 'if-match': `"${revision}"` });
    }
    const first = await ask('GET', `${url}?limit=2`);
    expect(first.json().revisions.map((one: { revision: number }) => one.revision)).toEqual([3, 2]);
    const next = await ask('GET', `${url}?limit=2&before=${first.json().next}`);
    expect(next.json()).toMatchObject({ revisions: [{ revision: 1 }], next: null });
    const ofShell = await ask('GET', `${url}?app=shell`);
    expect(ofShell.json().revisions).toHaveLength(1);
    expect((await ask('GET', `${url}/2`)).json()).toMatchObject({ revision: 2 });
    expect((await ask('GET', `${url}/9`)).statusCode).toBe(404);
    expect((await ask('GET', `${url}?limit=201`)).statusCode).toBe(400);
  });

  it('can be verified, and the audit log read', async () => {
    expect((await ask('GET', '/v1/verify')).json()).toMatchObject({ ok: true, problems: [] });
    const entries = (await ask('GET', '/v1/audit?limit=2')).json();
    expect(entries).toHaveLength(2);
    expect(entries[0].previousHash).toBe(entries[1].hash);
  });
});

describe('tokens', () => {
  it('are made by managers, shown once, and listed without their secret', async () => {
    const body = { name: 'ledger-ci', scope: { kind: 'publisher', app: 'mfe-ledger' } };
    const made = await ask('POST', '/v1/tokens', body);
    expect(made.statusCode).toBe(201);
    const { token: shown, secret } = made.json();
    expect((await ask('GET', '/v1/whoami', undefined, bearer(secret))).json()).toMatchObject({
      name: 'ledger-ci',
    });
    const listed = await ask('GET', '/v1/tokens');
    expect(listed.json()).toContainEqual({ ...shown, lastUsedAt: expect.any(String) });
    expect(listed.body).not.toContain(secret.split('_').slice(2).join('_'));
    const denied = await ask('POST', '/v1/tokens', body, bearer(secret));
    expect(denied.statusCode).toBe(403);
  });
});

describe('previews', () => {
  it('get a ticket for the site, which it can redeem once', async () => {
    const channel = await newChannel();
    const answer = await ask('POST', '/v1/previews', { channel, revision: 1 });
    expect(answer.statusCode).toBe(201);
    const { action, ticket } = answer.json();
    expect(action).toBe('http://site.test:4000/releases/preview');
    const { shortLived } = admin.registry;
    const target = await shortLived.take('preview-ticket', ticket);
    expect(JSON.parse(target ?? '')).toEqual({
      target: { channel, revision: 1 },
      by: expect.any(String),
    });
    expect(await shortLived.take('preview-ticket', ticket)).toBeNull();
  });

  it('lead to the site of their channel, or to the one that there is', async () => {
    await startChannel(admin, 'staging', { shell: shellOne, 'mfe-note': noteOne });
    const ticket = await ask('POST', '/v1/previews', { channel: 'staging', revision: 1 });
    expect(ticket.json().action).toBe('http://staging.test:4001/releases/preview');
    const linkOf = async (channel: string) => {
      const build = { app: 'mfe-note', build: noteTwo };
      const answer = await ask('POST', '/v1/preview-links', { ...build, channel });
      return String(answer.json().url).replace(/link=.*/, 'link=');
    };
    expect(await linkOf('staging')).toBe('http://staging.test:4001/releases/preview?link=');
    expect(await linkOf(await newChannel())).toBe('http://site.test:4000/releases/preview?link=');
  });

  it('of builds are for production unless they say else', async () => {
    const answer = await ask('POST', '/v1/previews', { builds: { 'mfe-note': noteTwo } });
    const { ticket } = answer.json();
    const target = await admin.registry.shortLived.take('preview-ticket', ticket);
    expect(JSON.parse(target ?? '').target).toEqual({
      channel: 'production',
      builds: { 'mfe-note': noteTwo },
    });
  });

  it.each([
    [{ revision: 99 }, 404],
    [{ builds: { 'mfe-note': '9.9.9-aaaaaaaaaaaa' } }, 404],
    [{ builds: {} }, 400],
    [{ revision: 1, builds: { 'mfe-note': noteTwo } }, 400],
  ])('of %j there are none', async (body, status) => {
    expect((await ask('POST', '/v1/previews', body)).statusCode).toBe(status);
  });

  it('are for managers', async () => {
    const { secret } = await admin.token({ kind: 'publisher', app: 'mfe-note' });
    const body = { builds: { 'mfe-note': noteTwo } };
    expect((await ask('POST', '/v1/previews', body, bearer(secret))).statusCode).toBe(403);
  });
});

describe('every answer', () => {
  it.each([
    ['GET', '/v1/nothing'],
    ['POST', '/v1/whoami'],
    ['GET', '/'],
  ] as const)('has one shape where there is nothing: %s %s', async (method, url) => {
    const answer = await ask(method, url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 'no-call', error: 'This call does not exist.' });
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('has one shape where the body is none', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = '/v1/tokens';
    const send = (payload: string, type = headers['content-type']) =>
      admin.server.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...bearer(token), 'content-type': type },
      });
    for (const answer of [await send('{'), await send(''), await send('x', 'text/plain')]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'invalid' });
    }
    const large = await send(JSON.stringify({ name: 'x'.repeat(70_000) }));
    expect(large.statusCode).toBe(413);
    expect(large.json()).toMatchObject({ code: 'oversize' });
  });

  it('tells its health without a token', async () => {
    expect((await admin.server.inject('/health')).json()).toEqual({ status: 'ok' });
  });
});
