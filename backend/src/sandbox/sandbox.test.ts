import { afterEach, describe, expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import { startMailServer } from './mail-server.testing.ts';
import { openTestSandbox, type TestSandbox, type TestSandboxOptions } from './sandbox.testing.ts';
import { openStored } from './stored.testing.ts';

const openTestStore = testStores();
describe('sandbox sign-in', () => {
  const stored = openStored(openTestStore);
  let sandbox: TestSandbox;
  afterEach(() => sandbox.close());

  async function start(options: Omit<TestSandboxOptions, 'now'> = {}) {
    sandbox = await openTestSandbox(stored, { now: stored.now, ...options });
  }

  it('sends a code and accepts it once', async () => {
    await start();
    const user = 'Ann@example.org';
    const created = await sandbox.call('code.create', { user, memo: 'Sandbox authentication' });
    expect(created).toMatchObject({
      status: 200,
      body: {
        data: { trxn: expect.any(String), validFor: 300, resendAfter: 60, triesLeft: 5 },
      },
    });
    expect((await sandbox.outbox()).json()).toEqual({
      messages: [
        {
          to: 'Ann@example.org',
          subject: expect.stringMatching(/^\d{6} is your Tally & Co sign-in code$/),
          text: expect.stringMatching(/valid for 5 minutes/),
          html: expect.stringMatching(/Tally &amp; Co/),
          at: '2026-11-20T12:00:00.000Z',
        },
      ],
    });
    stored.pass(60_000);
    const { trxn, code } = await sandbox.codeFor('ann@example.org');
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(await sandbox.call('code.check', { user, trxn, code: typed })).toMatchObject({
      status: 200,
      body: { data: true },
    });
    expect(await sandbox.call('code.check', { user, trxn, code })).toMatchObject({
      status: 403,
      body: {
        code: 403,
        error: 'The code is wrong or no longer valid.',
        data: false,
        triesLeft: 0,
      },
    });
  });

  it('wants the credential for its calls', async () => {
    await start();
    for (const path of ['code.create', 'code.check']) {
      const answer = await sandbox.app.inject({
        method: 'POST',
        url: `/sandbox/${path}`,
        headers: { authorization: 'another' },
        payload: { data: { user: 'ann@example.org' } },
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        code: 401,
        error: 'The credential is missing or wrong.',
        data: false,
      });
    }
  });

  it('says when the next code can be had', async () => {
    await start();
    await sandbox.call('code.create', { user: 'ann@example.org' });
    stored.pass(15_000);
    expect(await sandbox.call('code.create', { user: 'ann@example.org' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '45' },
      body: {
        code: 429,
        error: 'A code was sent to this address a moment ago.',
        data: false,
        retryAfter: 45,
      },
    });
  });

  it('sends thirty codes to one client in five minutes', async () => {
    await start();
    for (let place = 0; place < 30; place++) {
      const created = await sandbox.call('code.create', { user: `a${place}@example.org` });
      expect(created.status).toBe(200);
    }
    stored.pass(100_000);
    expect(await sandbox.call('code.create', { user: 'b@example.org' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '200' },
      body: { code: 429, error: expect.any(String), data: false, retryAfter: 200 },
    });
    const elsewhere = await sandbox.call('code.create', { user: 'b@example.org' }, '192.0.2.9');
    expect(elsewhere.status).toBe(200);
  });

  it('refuses guesses after thirty wrong ones of one client in five minutes, and no right code', async () => {
    await start();
    const { trxn, code } = await sandbox.codeFor('ann@example.org');
    const guess = { user: 'bob@example.org', trxn, code };
    for (let place = 0; place < 30; place++) {
      expect(await sandbox.call('code.check', guess)).toMatchObject({
        status: 403,
        body: { triesLeft: 0 },
      });
    }
    expect(await sandbox.call('code.check', guess)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '300' },
      body: { code: 429, data: false, retryAfter: 300 },
    });
    // Somebody behind the same address mistypes the own code, which has tries of its own, and then does not.
    const honest = { ...guess, user: 'ann@example.org' };
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await sandbox.call('code.check', { ...honest, code: wrong })).toMatchObject({
      status: 403,
      body: { triesLeft: 4 },
    });
    expect((await sandbox.call('code.check', honest)).status).toBe(200);
    expect((await sandbox.call('code.check', guess, '192.0.2.9')).status).toBe(403);
  });

  it('counts no right code: a hundred people behind one address sign in', async () => {
    await start();
    for (let place = 0; place < 100; place++) {
      const user = `a${place}@example.org`;
      const mine = await sandbox.codeFor(user, `192.0.2.${place}`);
      expect((await sandbox.call('code.check', { user, ...mine }, '192.0.2.200')).status).toBe(200);
    }
  });

  it('tries no code more than five times, from however many addresses', async () => {
    await start();
    const { trxn, code } = await sandbox.codeFor('ann@example.org');
    const wrong = code === '000000' ? '000001' : '000000';
    const guess = { user: 'ann@example.org', trxn, code: wrong };
    const left: unknown[] = [];
    for (let place = 0; place < 6; place++) {
      const { body } = await sandbox.call('code.check', guess, `192.0.2.${place}`);
      left.push(body.triesLeft);
    }
    expect(left).toEqual([4, 3, 2, 1, 0, 0]);
    expect((await sandbox.call('code.check', { ...guess, code })).status).toBe(403);
  });

  it('knows clients behind a proxy only if the proxy is trusted', async () => {
    const ask = (user: string, forwarded: string) =>
      sandbox.app.inject({
        method: 'POST',
        url: '/sandbox/code.create',
        headers: { authorization: 'the-token', 'x-forwarded-for': forwarded },
        payload: { data: { user } },
      });
    await start();
    for (let place = 0; place < 30; place++) {
      await ask(`a${place}@example.org`, `192.0.2.${place}`);
    }
    expect((await ask('b@example.org', '192.0.2.99')).statusCode).toBe(429);
    await sandbox.close();

    await start({ trustProxy: ['127.0.0.0/8'] });
    expect((await ask('b@example.org', '192.0.2.99')).statusCode).toBe(200);
  });

  it.each([
    ['code.create', {}],
    ['code.create', { user: 'nobody' }],
    ['code.create', { user: 'a@b', memo: 'x'.repeat(501) }],
    ['code.create', null],
    ['code.check', { user: 'a@b', trxn: 'x', code: 'abcdef' }],
    ['code.check', { user: 'a@b', trxn: 'x\0', code: '123456' }],
    ['code.check', { user: 'a\ud800@b', trxn: 'x', code: '123456' }],
    ['code.check', { user: 'a@b' }],
    ['code.check', { user: 'a@b', trxn: 'x', code: '123456', attempt: 'short' }],
  ] as const)('refuses %s %j', async (path, data) => {
    await start();
    const answer = await sandbox.call(path, data);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ code: 400, error: expect.any(String), data: false });
  });

  it('shows its outbox as a page on which nothing runs', async () => {
    await start();
    await sandbox.call('code.create', { user: "o'neil&sons@example.org" });
    const page = await sandbox.outbox({ accept: 'text/html' });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
      'cache-control': 'no-store',
    });
    expect(page.body).toContain('<h1>Outbox of Tally &amp; Co</h1>');
    expect(page.body).toContain('To o&#39;neil&amp;sons@example.org');
    expect(page.body).not.toContain('<script');
  });

  it('shows in its outbox what can still be used, also after a new start', async () => {
    await start();
    await sandbox.call('code.create', { user: 'ann@example.org' });
    await sandbox.close();
    await start();
    // Another service key: what the old one sealed stays closed.
    expect((await sandbox.outbox()).json()).toEqual({ messages: [] });
    await sandbox.call('code.create', { user: 'bob@example.org' });
    stored.pass(299_999);
    expect((await sandbox.outbox()).json()).toMatchObject({
      messages: [{ to: 'bob@example.org' }],
    });
    stored.pass(1);
    expect((await sandbox.outbox()).json()).toEqual({ messages: [] });
  });

  it('no longer shows in its outbox a code that was used', async () => {
    await start();
    const user = 'ann@example.org';
    await sandbox.call('code.check', { user, ...(await sandbox.codeFor(user)) });
    expect((await sandbox.outbox()).json()).toEqual({ messages: [] });
  });

  it('shows its outbox on this machine only', async () => {
    await start();
    const answers = await Promise.all([
      sandbox.outbox({}, '192.0.2.7'),
      sandbox.outbox({ host: 'rebound.example:4100' }),
      sandbox.outbox({ 'x-forwarded-for': '192.0.2.7' }),
      sandbox.outbox({ 'x-forwarded-proto': 'https' }),
      sandbox.outbox({ 'x-real-ip': '192.0.2.7' }),
      sandbox.outbox({}, '::1'),
      sandbox.outbox({ host: '127.0.0.1:4100' }, '::ffff:127.0.0.1'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      404, 404, 404, 404, 404, 200, 200,
    ]);
  });

  it('has no outbox when there is a mail server', async () => {
    await start({ smtp: 9 });
    expect((await sandbox.outbox()).statusCode).toBe(404);
  });

  it('has no outbox when others reach the service, and then sends no codes', async () => {
    await start({ ledgerUrl: 'https://ledger.example' });
    expect((await sandbox.outbox()).statusCode).toBe(404);
    expect(await sandbox.call('code.create', { user: 'ann@example.org' })).toMatchObject({
      status: 503,
      body: { code: 503, error: 'This site cannot send mail.', data: false },
    });
    expect(sandbox.log()).toContain('SMTP_URL is not set');
  });

  it('sends by SMTP, off the request', async () => {
    const server = await startMailServer();
    await start({ smtp: server.port });
    const created = await sandbox.call('code.create', { user: 'ann@example.org' });
    expect(created.status).toBe(200);
    await expect.poll(() => server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail?.to).toEqual(['ann@example.org']);
    expect(mail?.from).toBe('no-reply@localhost');
    expect(mail?.source).toContain('From: "Tally & Co" <no-reply@localhost>');
    expect(mail?.source).toMatch(/Subject: \d{6} is your Tally & Co sign-in code/);
    expect(mail?.source).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
    await server.close();
  });

  it('logs neither codes nor addresses, whatever fails', async () => {
    const server = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no ${address} here`), { responseCode: 550 })),
    });
    await start({ smtp: server.port });
    const user = 'ann@example.org';
    await sandbox.call('code.create', { user, memo: 'ann asks' });
    const trxn = 'any';
    await sandbox.call('code.check', { user, trxn, code: '918273' });
    await sandbox.call('code.check', { user: ['ann@example.org'], trxn, code: '918273' });
    await sandbox.app.inject({
      method: 'POST',
      url: '/sandbox/code.check',
      headers: { authorization: 'the-token', 'content-type': 'application/json' },
      payload: '{"data": {"user": "ann@example.org", "code": "918273"',
    });
    await expect.poll(sandbox.log).toContain('the mail server refused a sign-in code');
    expect(sandbox.log()).toContain('code.check');
    expect(sandbox.log()).not.toMatch(/ann|918273|the-token/);
    await server.close();
  });
});
