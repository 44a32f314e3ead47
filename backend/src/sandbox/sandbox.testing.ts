import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type LogLevel, openLog } from '@tallystick/guard/log/log';
import { logRequests, logSettings } from '@tallystick/guard/log/log-requests';
import { readByValibot } from '@tallystick/guard/request-schemas';
import fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { answerErrors } from '../service/errors.ts';
import type { MailBudget } from '../settings/service-settings.ts';
import type { Store } from '../store/store.ts';
import type { DeliverySettings } from './delivery.ts';
import { sandbox } from './sandbox.ts';

export const sandboxToken = 'the-token';

export interface TestSandbox {
  app: FastifyInstance;
  /** What was logged, at the most talkative level. */
  log(): string;
  call(
    path: 'code.create' | 'code.check',
    data: unknown,
    from?: string,
  ): Promise<{ status: number; headers: Record<string, unknown>; body: Record<string, unknown> }>;
  /** Asks for a code that is sent to the outbox, and reads it there. */
  codeFor(user: string, from?: string): Promise<{ trxn: string; code: string }>;
  outbox(
    headers?: Record<string, string>,
    remoteAddress?: string,
  ): Promise<{ statusCode: number; headers: object; body: string; json(): unknown }>;
  close(): Promise<void>;
}

export interface TestSandboxOptions {
  now: () => number;
  /** Port of a mail server; absent: the outbox. */
  smtp?: number;
  delivery?: Partial<DeliverySettings>;
  ledgerUrl?: string;
  /** Mails a minute, an hour and a day; absent: the defaults. */
  budget?: MailBudget;
  trustProxy?: string[];
  logLevel?: LogLevel;
}

const createdSchema = v.object({ data: v.object({ trxn: v.string() }) });
const outboxSchema = v.object({
  messages: v.array(v.object({ to: v.string(), subject: v.string() })),
});

/** The sign-in calls over a store, called without a network. */
export async function openTestSandbox(
  store: Pick<Store, 'db'>,
  options: TestSandboxOptions,
): Promise<TestSandbox> {
  const { now, smtp, delivery, ledgerUrl = 'http://localhost:4100' } = options;
  const { trustProxy = false, logLevel: level = 'info' } = options;
  const { budget = { minute: 60, hour: 600, day: 3_000 } } = options;
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-sandbox-'));
  let log = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const opened = openLog({ service: 'ledger', level, stream });
  const app = fastify({ ...logSettings(opened, () => false), trustProxy });
  logRequests(app);
  app.setValidatorCompiler(readByValibot);
  answerErrors(app);
  await app.register(sandbox, {
    store,
    environment: {
      DATA_DIR: folder,
      LEDGER_TOKEN: sandboxToken,
      LEDGER_URL: ledgerUrl,
      MAIL_BUDGET: budget,
      PRODUCT_NAME: 'Tally & Co',
      SITE_URL: 'http://localhost:4000',
      SMTP_URL: smtp === undefined ? undefined : `smtp://127.0.0.1:${smtp}`,
    },
    now,
    ...(delivery && { delivery }),
  });
  const call: TestSandbox['call'] = async (path, data, from = '127.0.0.1') => {
    const answer = await app.inject({
      headers: { authorization: sandboxToken },
      method: 'POST',
      url: `/sandbox/${path}`,
      payload: { data },
      remoteAddress: from,
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.json<Record<string, unknown>>(),
    };
  };
  const outbox: TestSandbox['outbox'] = (headers = {}, remoteAddress = '127.0.0.1') =>
    app.inject({
      url: '/sandbox/outbox',
      headers: { host: 'localhost:4100', ...headers },
      remoteAddress,
    });
  return {
    app,
    log: () => log,
    call,
    outbox,
    codeFor: async (user, from) => {
      const { trxn } = v.parse(
        createdSchema,
        (await call('code.create', { user }, from)).body,
      ).data;
      const { messages } = v.parse(outboxSchema, (await outbox()).json());
      const { subject = '' } = messages.find(({ to }) => to === user) ?? {};
      return { trxn, code: /^\d{6}/.exec(subject)?.[0] ?? '' };
    },
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
