import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Kysely, type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../store/schema.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { openTestSandbox, sandboxToken } from './sandbox.testing.ts';
import { openStored } from './stored.testing.ts';

const minute = 60_000;

const openTestStore = testStores();
describe('guessing', () => {
  // GUESSES=10000 for the long run.
  const guesses = Number(process.env.GUESSES ?? 400);
  const stored = openStored(openTestStore);

  it(`never passes: ${guesses} guesses of 10 clients over 50 connections`, async () => {
    const sandbox = await openTestSandbox(stored, {
      now: stored.now,
      trustProxy: ['127.0.0.1'],
      logLevel: 'error',
    });
    const { trxn, code } = await sandbox.codeFor('ann@example.org');
    const { port } = new URL(await sandbox.app.listen({ host: '127.0.0.1', port: 0 }));
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const answers = new Map<string, number>();
    const guess = async (place: number) => {
      // The right one is among the guesses again and again, once the tries are used up.
      const right = place > 100 && place % 20 < 3;
      const wrong = String((Number(code) + 1 + place) % 1_000_000).padStart(6, '0');
      const answer = await post(agent, Number(port), `192.0.2.${place % 10}`, {
        user: 'ann@example.org',
        trxn,
        code: right ? code : wrong,
        attempt: `the attempt of guess ${place % 7}`,
      });
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    };
    let next = 0;
    const guesser = async () => {
      while (next < guesses) await guess(next++);
    };
    await Promise.all(Array.from({ length: 50 }, guesser));
    agent.destroy();
    expect(Object.fromEntries(answers)).toEqual({
      '403 4': 1,
      '403 3': 1,
      '403 2': 1,
      '403 1': 1,
      '403 0': 296,
      '429 -': guesses - 300,
    });
    await sandbox.close();
  }, 900_000);

  it('does the same work for known and unknown addresses, and answers alike', async () => {
    const statements: string[] = [];
    const db = withListener(stored.db, (statement) => statements.push(statement));
    const sandbox = await openTestSandbox({ db }, { now: stored.now });
    // What it does as it starts is no part of a call.
    await expect.poll(() => statements.join()).toContain('delete from "mail"');
    const trace = async (...call: Parameters<typeof sandbox.call>) => {
      statements.length = 0;
      const { status, headers, body } = await sandbox.call(...call);
      return {
        status,
        names: Object.keys(headers),
        size: headers['content-length'],
        body,
        statements: [...statements],
      };
    };
    const known = 'known@example.org';
    const first = await sandbox.codeFor(known);
    expect((await sandbox.call('code.check', { user: known, ...first })).status).toBe(200);
    stored.pass(minute);

    const createdKnown = await trace('code.create', { user: known });
    const createdUnknown = await trace('code.create', { user: 'other@example.org' });
    const data = { trxn: expect.any(String), validFor: 300, resendAfter: 60, triesLeft: 5 };
    expect(createdKnown).toEqual({ ...createdUnknown, body: { data } });
    expect(createdKnown.statements).toHaveLength(2);

    // Known with another's trxn, known with a used code, and never heard of.
    const { trxn } = await sandbox.codeFor('third@example.org');
    const wrongTrxn = await trace('code.check', { user: known, trxn, code: '000000' });
    const used = await trace('code.check', { user: known, ...first });
    const unknown = await trace('code.check', {
      user: 'never@example.org',
      trxn,
      code: '000000',
    });
    expect(wrongTrxn).toEqual(unknown);
    expect(used).toEqual(unknown);
    expect(unknown.body).toMatchObject({ triesLeft: 0 });
    expect(unknown.statements).toHaveLength(2);
    await sandbox.close();
  });
});

/** The same database; each statement is told, as text without its values. */
function withListener(db: Kysely<Database>, listener: (statement: string) => void) {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      listener(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}

/** Checks a code; answers the status and the tries left. */
async function post(agent: Agent, port: number, client: string, data: object): Promise<string> {
  const call = request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/sandbox/code.check',
    headers: {
      authorization: sandboxToken,
      'content-type': 'application/json',
      'x-forwarded-for': client,
    },
  });
  const answered = new Promise<string>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      text(response).then((body) => {
        const left = /"triesLeft":(\d)/.exec(body)?.[1] ?? '-';
        resolve(`${response.statusCode} ${left}`);
      }, reject);
    });
  });
  call.end(JSON.stringify({ data }));
  return await answered;
}
