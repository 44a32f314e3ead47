import { actingFor, currentWork } from '@tallystick/store/caller';
import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import { type Delivery, startDelivery } from './delivery.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';
import { startMailServer } from './mail-server.testing.ts';
import { createSmtp } from './smtp.ts';
import { openStored, seal } from './stored.testing.ts';

const openTestStore = testStores();
describe('delivery', () => {
  const stored = openStored(openTestStore);
  let told: string[];
  beforeEach(() => {
    told = [];
  });
  const start = (port: number, settings: object = {}, queue: MailQueue = stored.queue): Delivery =>
    startDelivery({
      queue,
      send: createSmtp({
        url: `smtp://127.0.0.1:${port}?logger=true`,
        from: { name: 'Tallystick', address: 'no-reply@localhost' },
        timeoutMs: 60_000,
      }),
      productName: 'Tallystick',
      onFailure: (what) => told.push(what),
      settings: { firstPause: 20, maxPause: 50, look: 50, grace: 100, ...settings },
    });
  const issue = async (...names: string[]) => {
    for (const name of names) await stored.issue(`${name}@example.org`);
  };
  /** A server that answers each recipient with a status. */
  const answering = (statusFor: (recipient: { address: string }) => number) =>
    startMailServer({
      onRcptTo: (recipient, _session, done) => {
        const responseCode = statusFor(recipient);
        if (responseCode === 250) return done();
        return done(Object.assign(new Error('no'), { responseCode }));
      },
    });
  const waiting = async () => (await stored.queue.read(99)).map(({ to }) => to).toSorted();

  it('sends what waited before it started, and what it is woken for', async () => {
    await issue('ann');
    const server = await startMailServer();
    const delivery = start(server.port, { look: 3_600_000 });
    await expect.poll(() => server.mails).toHaveLength(1);
    await issue('bob', 'cem');
    delivery.wake();
    await expect.poll(() => server.mails).toHaveLength(3);
    await expect.poll(waiting).toEqual([]);
    await delivery.close();
    await server.close();
  });

  it('asks the store for nobody, whoever wakes it', async () => {
    const clients: (string | undefined)[] = [];
    const noting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        clients.push(currentWork().caller?.client);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const db = stored.db.withPlugin(noting);
    const server = await startMailServer();
    const queue = createMailQueue({ db, seal, now: stored.now });
    const delivery = start(server.port, { look: 3_600_000 }, queue);
    // Its first look has begun, so that it looks again for whoever wakes it.
    await expect.poll(() => clients).toHaveLength(1);
    await issue('ann');
    actingFor({ client: '192.0.2.1', gone: new AbortController().signal }, delivery.wake);
    await expect.poll(() => server.mails).toHaveLength(1);
    await expect.poll(waiting).toEqual([]);
    await delivery.close();
    expect(new Set(clients)).toEqual(new Set([undefined]));
    await server.close();
  });

  it('sends when the server is back, and says once that it was away', async () => {
    const away = await startMailServer();
    await away.close();
    await issue('ann', 'bob', 'cem');
    const delivery = start(away.port);
    await expect.poll(() => told).toEqual(['down']);
    expect(await waiting()).toHaveLength(3);
    const back = await startMailServer({ port: away.port });
    await expect.poll(() => back.mails).toHaveLength(3);
    await expect.poll(waiting).toEqual([]);
    expect(told).toEqual(['down']);
    await delivery.close();
    await back.close();
  });

  it('never sends after the code has expired', async () => {
    const away = await startMailServer();
    await away.close();
    await issue('ann');
    const first = start(away.port);
    await expect.poll(() => told).toEqual(['down']);
    // If the first went on, it might take the mail, and connect only when the server is back.
    await first.close();
    stored.pass(5 * 60_000);
    await issue('bob');
    const back = await startMailServer({ port: away.port });
    const delivery = start(back.port);
    await expect.poll(() => back.mails).toHaveLength(1);
    expect(back.mails[0]?.to).toEqual(['bob@example.org']);
    await delivery.close();
    await back.close();
  });

  it('puts back what a slow server has not taken when it stops', async () => {
    const slow = await startMailServer({ onConnect: () => {} });
    await issue('ann', 'bob');
    const delivery = start(slow.port);
    await expect
      .poll(async () =>
        (await stored.db.selectFrom('code').select('mail_attempts').execute()).map(
          (row) => row.mail_attempts,
        ),
      )
      .toEqual([1, 1]);
    await delivery.close();
    expect(await waiting()).toEqual(['ann@example.org', 'bob@example.org']);
    // At once, without waiting for a lease to end.
    expect(await stored.queue.take(9)).toHaveLength(2);
    await slow.close();
  });

  it('gives a refused mail up, keeps one that is to come later, and goes on with others', async () => {
    const verdicts: Record<string, number> = { 'bad@example.org': 550, 'grey@example.org': 450 };
    const server = await answering(({ address }) => verdicts[address] ?? 250);
    await issue('bad', 'grey', 'ann');
    const delivery = start(server.port);
    await expect.poll(() => server.mails).toHaveLength(1);
    await expect.poll(waiting).toEqual(['grey@example.org']);
    expect(server.mails[0]?.to).toEqual(['ann@example.org']);
    expect(told).toEqual(['refused']);
    await delivery.close();
    await server.close();
  });

  it('asks with another mail when the server gives up at one', async () => {
    const server = await answering(({ address }) => (address === 'bad@example.org' ? 421 : 250));
    await issue('bad');
    const delivery = start(server.port);
    await expect.poll(() => told).toEqual(['down']);
    stored.pass(1);
    await issue('ann');
    await expect.poll(() => server.mails).toHaveLength(1);
    expect(server.mails[0]?.to).toEqual(['ann@example.org']);
    await expect.poll(waiting).toEqual(['bad@example.org']);
    await delivery.close();
    await server.close();
  });

  it('tries again within a minute what is to come later, however long the server was away', async () => {
    const answers = [...Array.from({ length: 7 }, () => 421), 450];
    const server = await answering(() => answers.shift() ?? 250);
    await issue('ann');
    const first = start(server.port);
    await expect.poll(() => answers).toEqual([]);
    await first.close();
    expect(server.mails).toEqual([]);
    stored.pass(60_000);
    const second = start(server.port);
    await expect.poll(() => server.mails).toHaveLength(1);
    await second.close();
    await server.close();
  });
});
