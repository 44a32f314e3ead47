import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, listenAnywhere } from '@tallystick/store/free-ports.testing';
import { App, Credentials } from 'realm-web';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { buildService } from '../service/service.ts';
import type { Store } from '../store/store.ts';
import type { LiveFeedSettings } from './settings.ts';

/** Where browsers have the site. */
export const siteUrl = 'http://site.example:4000';

/** A live feed that listens, and the clock it goes by. */
export interface TestFeed {
  url: string;
  appId: string;
  /** The addresses that were asked for, one for each request. */
  asked: readonly string[];
  /** Lets the feed's clock run ahead, in milliseconds. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

/** Starts the ledger service, for its feed, over a store on a free port of this machine, with a folder of its own. */
export async function startTestFeed(
  store: Store,
  settings: Partial<LiveFeedSettings> = {},
  folder?: string,
  appId: string = `test-${randomUUID()}`,
): Promise<TestFeed> {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'tallystick-live-')));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let ahead = 0;
  const service = await buildService({
    store,
    // A busy machine under test is not what is tested.
    maxLag: 600_000,
    limits: { idleGrace: 0 },
    environment: {
      DATA_DIR: own,
      LEDGER_TOKEN: 'the-token',
      LEDGER_URL: url,
      LIMIT_PER_ADDRESS: 1_000_000,
      LIMIT_PER_CREDENTIAL: 1_000_000,
      MAIL_BUDGET: { minute: 60, hour: 600, day: 3_000 },
      PRODUCT_NAME: 'Tallystick',
      REALM_API_KEY: 'the-key',
      REALM_APP_ID: appId,
      SITE_URL: siteUrl,
      SMTP_URL: undefined,
    },
    liveFeed: { look: 200, ...settings },
    time: { wall: () => Date.now() + ahead },
  });
  const asked: string[] = [];
  service.addHook('onRequest', async (request) => {
    asked.push(request.url);
  });
  await service.listen({ host: '127.0.0.1', port });
  return {
    url,
    appId,
    asked,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    async close() {
      await service.close();
      if (folder === undefined) await rm(own, { recursive: true, force: true });
    },
  };
}

interface FeedAddress extends Pick<TestFeed, 'url' | 'appId'> {
  skipLocationRequest?: boolean;
}

/** Logs in with an unchanged realm-web. */
export async function logIn(
  { url, appId, skipLocationRequest = false }: FeedAddress,
  key = 'the-key',
) {
  const app = new App({ id: appId, baseUrl: url, skipLocationRequest });
  const user = await app.logIn(Credentials.apiKey(key));
  const transfers = user
    .mongoClient('mongodb-atlas')
    .db('ledger')
    .collection<TransferDocument>('transfers');
  return { app, user, transfers };
}

export type TestClient = Awaited<ReturnType<typeof logIn>>;

interface TransferDocument {
  _id: string;
  item: string;
  trxn: string | null;
  stat: number;
  feat: { form: string; sort: string };
  crts: number;
  cred: string;
  debt: string;
}

/** What a stream has yielded so far, as `<number> <operation> <item> <status>`, and how it ended. */
export interface Listening {
  events: string[];
  last: () => string | undefined;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

interface WatchOptions {
  ids?: string[];
  filter?: { _since?: string; _position?: boolean } & Record<string, unknown>;
}

/** Watches through the SDK. `ended` resolves to what the stream threw, undefined for a clean end. */
export function listen({ transfers }: TestClient, options: WatchOptions = {}): Listening {
  const stream: AsyncGenerator<unknown> = Reflect.apply(transfers.watch, transfers, [options]);
  const events: string[] = [];
  const ended = (async () => {
    try {
      for await (const event of stream) events.push(summary(event));
      return undefined;
    } catch (error) {
      return error;
    }
  })();
  return {
    events,
    last: () => events.at(-1)?.split(' ')[0],
    ended,
    stop: async () => {
      await stream.return(undefined);
    },
  };
}

/** Watches from a known position and resolves when the stream is open. */
export async function listenNow(client: TestClient, options: WatchOptions = {}) {
  const filter = { ...options.filter, _position: true };
  const listening = listen(client, { ...options, filter });
  const { ended, events } = listening;
  let over = false;
  ended.then(() => {
    over = true;
  });
  while (events.length === 0 && !over) await new Promise((resolve) => setImmediate(resolve));
  if (over) throw await ended;
  const position = events.shift()?.split(' ')[0] ?? '';
  return { ...listening, position };
}

function summary(event: unknown): string {
  if (!isRecord(event) || !isRecord(event._id)) return 'no event';
  const { _id: id, operationType, fullDocument: transfer } = event;
  return isRecord(transfer)
    ? `${id._data} ${operationType} ${transfer.item} ${transfer.stat}`
    : `${id._data} ${operationType}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The parties that the transfers below name. */
export const parties: LedgerRecord[] = [
  { record: 'party', kind: 'creator', id: 'c', name: 'Creator' },
  { record: 'party', kind: 'creator', id: 'c2', name: 'Second creator' },
  { record: 'party', kind: 'consumer', id: 'n', name: 'Consumer' },
  { record: 'party', kind: 'user', id: 'u', name: 'User' },
];

type TransferRecord = Extract<LedgerRecord, { record: 'transfer' }>;

/** A transfer record with plausible contents. */
export function transferRecord(item: string, fields: Partial<TransferRecord> = {}): TransferRecord {
  return {
    record: 'transfer',
    item,
    trxn: `t-${item}`,
    stat: 1,
    feat: { form: 'asset', sort: 'transfer' },
    crts: 1_453_684_324_000,
    cred: 'c',
    debt: 'u',
    vars: [],
    ...fields,
  };
}

/** A way to the feed whose connections can be reset, as a network does it. */
export async function startCuttableWay({ url, appId }: TestFeed) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    }
    near.pipe(far).pipe(near);
  });
  const port = await listenAnywhere(server);
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    address: { url: `http://127.0.0.1:${port}`, appId, skipLocationRequest: true },
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
