import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LogLevel, openLog } from '@tallystick/guard/log/log';
import type { FastifyInstance } from 'fastify';
import { type LedgerRecord, parseLedgerRecord } from '../ledger/ledger-record.ts';
import type { Store } from '../store/store.ts';
import { buildService, type ServiceOptions } from './service.ts';

export const testToken = 'test-token';

export interface TestService {
  app: FastifyInstance;
  /** Makes a call with the right credential; a body that is text is sent as it is. */
  call(path: string, body: unknown): Promise<{ status: number; body: unknown }>;
  /** Leaves the store open. */
  close(): Promise<void>;
}

/** The service over a store, called without a network; with other settings, if any are given. */
export async function openTestService(
  store: Store,
  {
    LOG_LEVEL: level = 'error',
    ...changed
  }: Partial<ServiceOptions['environment']> & { LOG_LEVEL?: LogLevel } = {},
  stream?: { write(line: string): void },
  time?: ServiceOptions['time'],
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-service-'));
  const app = await buildService({
    store,
    // A busy machine under test is not what is tested.
    maxLag: 600_000,
    limits: { idleGrace: 0 },
    // A long poll to which nothing comes is short, so that tests do not wait for it.
    liveFeed: { longPoll: 100 },
    environment: {
      DATA_DIR: folder,
      LEDGER_TOKEN: testToken,
      LEDGER_URL: 'http://localhost:4100',
      LIMIT_PER_ADDRESS: 1_000_000,
      LIMIT_PER_CREDENTIAL: 1_000_000,
      MAIL_BUDGET: { minute: 60, hour: 600, day: 3_000 },
      PRODUCT_NAME: 'Tallystick',
      REALM_API_KEY: 'test-key',
      REALM_APP_ID: 'ledger-test',
      SITE_URL: 'http://site.example',
      SITE_URLS: new Map([['staging', 'http://staging.example']]),
      SMTP_URL: undefined,
      ...changed,
    },
    log: openLog({ service: 'ledger', level, stream }),
    ...(time && { time }),
  });
  return {
    app,
    call: async (path, body) => {
      const answer = await app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: testToken, 'content-type': 'application/json' },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: answer.statusCode, body: answer.json<unknown>() };
    },
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A part of the Bitcoin OTC trust network: 131 parties, then 198 transfers among them. */
export async function fixtureRecords(): Promise<LedgerRecord[]> {
  const path = new URL('../../fixtures/bitcoin-otc.ndjson', import.meta.url);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => {
    const result = parseLedgerRecord(JSON.parse(line));
    if (!result.ok) throw new Error(result.problem);
    return result.value;
  });
}
