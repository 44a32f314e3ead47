import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerErrors } from '../service/errors.ts';
import { forEachEngine } from '../store/engines.testing.ts';
import type { Store } from '../store/store.ts';
import { sandbox } from './sandbox.ts';

forEachEngine((openTestStore) => {
  describe('sandbox sign-in', () => {
    let store: Store;
    let folder: string;
    let app: FastifyInstance;
    let log: string;
    let time: number;
    beforeAll(async () => {
      store = await openTestStore();
    });
    afterAll(() => store.close());
    beforeEach(async () => {
      await store.db.deleteFrom('code').execute();
      folder = await mkdtemp(join(tmpdir(), 'tallystick-sandbox-'));
      log = '';
      time = Date.UTC(2026, 10, 20, 12);
    });
    afterEach(async () => {
      await app.close();
      await rm(folder, { recursive: true });
    });

    async function start(smtp?: string) {
      const stream = new Writable({
        write(chunk, _encoding, done) {
          log += chunk;
          done();
        },
      });
      app = fastify({ logger: { level: 'trace', stream } });
      answerErrors(app);
      await app.register(sandbox, {
        store,
        environment: {
          DATA_DIR: folder,
          LEDGER_TOKEN: 'the-token',
          PRODUCT_NAME: 'Tally & Co',
          SITE_URL: 'http://localhost:4000',
          SMTP_URL: smtp,
        },
        now: () => time,
      });
    }
    const call = async (path: string, data: unknown, authorization = 'the-token') => {
      const answer = await app.inject({
        headers: { authorization },
        method: 'POST',
        url: `/sandbox/${path}`,
        payload: { data },
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    };
    const outbox = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
      app.inject({
        url: '/sandbox/outbox',
        headers: { host: 'localhost:4100', ...headers },
        remoteAddress,
      });
    const sentCode = (subject: string) => /^(\d{6}) is your/.exec(subject)?.[1] ?? '';

    it('sends a code and accepts it once', async () => {
      await start();
      const user = 'Ann@example.org';
      const created = await call('code.create', { user, memo: 'Sandbox authentication' });
      expect(created).toMatchObject({ status: 200, body: { data: { trxn: expect.any(String) } } });
      const { messages } = (await outbox()).json();
      expect(messages).toEqual([
        {
          to: 'ann@example.org',
          subject: expect.stringMatching(/^\d{6} is your Tally & Co sign-in code$/),
          text: expect.stringMatching(/valid for 5 minutes/),
          at: '2026-11-20T12:00:00.000Z',
        },
      ]);
      const { trxn } = created.body.data;
      const code = sentCode(messages[0].subject);
      const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
      expect(await call('code.check', { user, trxn, code: typed })).toMatchObject({
        status: 200,
        body: { data: true },
      });
      expect(await call('code.check', { user, trxn, code })).toMatchObject({
        status: 403,
        body: { code: 403, error: 'The code is wrong or no longer valid.', data: false },
      });
    });

    it('wants the credential for its calls', async () => {
      await start();
      for (const path of ['code.create', 'code.check']) {
        expect(await call(path, { user: 'ann@example.org' }, 'another')).toMatchObject({
          status: 401,
          body: { code: 401, error: 'The credential is missing or wrong.', data: false },
        });
      }
    });

    it('says when the next code can be had', async () => {
      await start();
      await call('code.create', { user: 'ann@example.org' });
      time += 15_000;
      expect(await call('code.create', { user: 'ann@example.org' })).toMatchObject({
        status: 429,
        headers: { 'retry-after': '45' },
        body: {
          code: 429,
          error: 'A code was sent a moment ago. Try again in 45 s.',
          data: false,
        },
      });
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
    ])('refuses %s %j', async (path, data) => {
      await start();
      expect(await call(path, data)).toMatchObject({
        status: 400,
        body: { code: 400, error: expect.any(String), data: false },
      });
    });

    it('shows its outbox as a page on which nothing runs', async () => {
      await start();
      await call('code.create', { user: "o'neil&sons@example.org" });
      const page = await outbox({ accept: 'text/html' });
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      });
      expect(page.body).toContain('<h1>Outbox of Tally &amp; Co</h1>');
      expect(page.body).toContain('To o&#39;neil&amp;sons@example.org');
    });

    it('shows its outbox on this machine only', async () => {
      await start();
      const answers = await Promise.all([
        outbox({}, '192.0.2.7'),
        outbox({ host: 'rebound.example:4100' }),
        outbox({ 'x-forwarded-for': '192.0.2.7' }),
        outbox({}, '::1'),
        outbox({ host: '127.0.0.1:4100' }, '::ffff:127.0.0.1'),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 200, 200]);
    });

    it('has no outbox when there is a mail server', async () => {
      await start('smtp://127.0.0.1:9');
      expect((await outbox()).statusCode).toBe(404);
    });

    it('sends by SMTP, off the request', async () => {
      const server = await startMailServer();
      await start(`smtp://127.0.0.1:${server.port}`);
      const created = await call('code.create', { user: 'ann@example.org' });
      await expect.poll(() => server.mails.length).toBe(1);
      const [mail = ''] = server.mails;
      expect(mail).toContain('RCPT TO:<ann@example.org>');
      expect(mail).toContain('From: "Tally & Co" <no-reply@localhost>');
      const code = /Subject: (\d{6}) is your/.exec(mail)?.[1];
      const { trxn } = created.body.data;
      expect((await call('code.check', { user: 'ann@example.org', trxn, code })).status).toBe(200);
      await app.close();
      server.close();
    });

    it('answers at once when the mail server is away, and logs neither code nor address', async () => {
      const closed = await startMailServer();
      closed.close();
      await start(`smtp://127.0.0.1:${closed.port}`);
      const created = await call('code.create', { user: 'ann@example.org' });
      expect(created.status).toBe(200);
      const { trxn } = created.body.data;
      await call('code.check', { user: 'ann@example.org', trxn, code: '918273' });
      await expect.poll(() => log).toContain('a sign-in code could not be sent');
      expect(log).toContain('code.check');
      expect(log).not.toContain('ann@example.org');
      expect(log).not.toContain('918273');
    });
  });
});

/** A mail server that takes everything; each mail is what was said from HELO to QUIT. */
async function startMailServer() {
  const mails: string[] = [];
  const server: Server = createServer((socket) => {
    let said = '';
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      said += chunk;
      if (inData) {
        if (!said.endsWith('\r\n.\r\n')) return;
        inData = false;
        mails.push(said);
        socket.write('250 taken\r\n');
        return;
      }
      inData = /DATA\r\n$/.test(said);
      socket.write(inData ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, mails, close: () => server.close() };
}
