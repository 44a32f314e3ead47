import { setTimeout as wait } from 'node:timers/promises';
import { recordBatch } from '@tallystick/backend/src/ledger/record.ts';
import { eventFrame } from '@tallystick/backend/src/live/frame.ts';
import { createTransferMaker } from '@tallystick/backend/src/sample/transfer-maker.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import * as v from 'valibot';
import { logInToFeed, watchPath } from '../../http/live-calls.ts';
import { compared, inUnits, type Measure, type Measured } from '../../measures/measures.ts';
import { median } from '../../measures/times.ts';
import { forkScript, forkServer, tell as tellProcess } from '../../processes/ask-process.ts';
import { cpuOf, memoryOf } from '../../processes/used.ts';
import type { LedgerProcess } from '../../servers/ledger-process.ts';
import { withLedger } from '../../servers/with-ledger.ts';
import { machineNow, type Order, type Report, reportSchema } from './protocol.ts';

const streams = 5_000;
const perSecond = 20;
const rounds = 3;
const secondsOfRound = 8;

/** A server with readers: how to open streams of it, and how to let an event happen. */
interface Server {
  port: number;
  pid: number;
  path(since: number): string;
  authorization: string;
  /**
   * Lets the event with this number happen; answers when it was there. For the ledger that is when
   * it is committed, for the bare server when it is sent.
   */
  happen(sequence: number): Promise<number>;
}

/**
 * The live feed with 5,000 readers in one process, 20 events a second. It takes turns with a server
 * that writes the same bytes to as many connections and does nothing else. Measured are the time
 * from the commit to each reader, memory of a reader, and the cost when all readers come back at
 * once.
 */
export async function measureLive(): Promise<Measured> {
  await using ended = new AsyncDisposableStack();
  const fanOut = new URL('./fan-out-server.ts', import.meta.url);
  const bare = ended.adopt(await forkServer(fanOut), ({ close }) => close());
  return await withLedger(async (service, store) =>
    compare(await ledgerServer(service, store), bareServer(bare), () => transactions(store)),
  );
}

async function ledgerServer({ port, pid }: LedgerProcess, store: Store): Promise<Server> {
  const { access_token: token } = await logInToFeed(`http://127.0.0.1:${port}`);
  const maker = createTransferMaker({ seed: 'live', prefix: 'live' });
  return {
    port,
    pid,
    authorization: `Bearer ${token}`,
    path: (since) => watchPath({ _since: String(since), _position: true }),
    happen: async () => {
      await recordBatch(store, [maker.create(Date.now())]);
      return machineNow();
    },
  };
}

function bareServer({ pid, port }: Pick<Server, 'pid' | 'port'>): Server {
  const maker = createTransferMaker({ seed: 'live', prefix: 'live' });
  return {
    port,
    pid,
    authorization: 'none',
    path: () => '/',
    happen: async (sequence) => {
      const sent = machineNow();
      const { record: _, vars: __, ...row } = maker.create(Date.now());
      const named = {
        ...row,
        credit: { name: row.cred, kind: row.feat.form === 'asset' ? 'creator' : 'consumer' },
        debit: { name: row.debt },
      } as const;
      const at = new Date();
      const { bytes } = eventFrame({ sequence, operation: 'insert', transfer: named, at });
      await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: new Uint8Array(bytes) });
      return sent;
    },
  };
}

/** Transactions that the database has ended; one that rests tells of its own only after ten seconds. */
async function transactions({ query }: Store): Promise<number> {
  await wait(11_000);
  const text = 'select sum(xact_commit)::bigint as n from pg_stat_database';
  return Number((await query<{ n: number }>({ text }, []))[0]?.n);
}

/** What the rounds of one server showed. */
interface Shown {
  delivered: Report[];
  opened: Report[];
  /** Microseconds of the server's processor time for an event at a reader. */
  processor: number[];
  /** kB of a reader. */
  memory: number;
  /** The number of the last event. */
  newest: number;
}

async function compare(ledger: Server, bare: Server, transactions: () => Promise<number>) {
  using child = forkScript(new URL('./reader-process.ts', import.meta.url));
  const tell = (order: Order) => tellProcess(child, order);
  const reported = async (order: Order) => v.parse(reportSchema, await tell(order));
  const open = ({ port, authorization, path }: Server, since: number) =>
    reported({ type: 'open', port, authorization, path: path(since), streams });

  async function round(server: Server, shown: Shown): Promise<void> {
    const first = shown.newest + 1;
    const before = await memoryOf(server.pid);
    shown.opened.push(await open(server, first - 1));
    if (shown.delivered.length === 0) {
      shown.memory = ((await memoryOf(server.pid)) - before) / 1_024 / streams;
    }
    const sent: number[] = [];
    const idle = cpuOf(server.pid);
    const begun = machineNow();
    for (let n = 0; n < perSecond * secondsOfRound; n += 1) {
      await wait(Math.max(0, begun + (n * 1_000) / perSecond - machineNow()));
      sent.push(await server.happen(first + n));
    }
    shown.newest += sent.length;
    await tell({ type: 'wait', sequence: shown.newest });
    const used = cpuOf(server.pid) - idle;
    shown.processor.push((used * 1_000) / streams / sent.length);
    shown.delivered.push(await reported({ type: 'report', first, sent }));
    await tell({ type: 'close' });
  }

  const mine: Shown = { delivered: [], opened: [], processor: [], memory: 0, newest: 0 };
  const peer: Shown = { delivered: [], opened: [], processor: [], memory: 0, newest: 0 };
  for (let n = 0; n < rounds; n += 1) {
    console.error(`Telling ${streams} readers of events, round ${n + 1} of ${rounds} …`);
    for (const server of n % 2 === 0 ? [ledger, bare] : [bare, ledger]) {
      await round(server, server === ledger ? mine : peer);
    }
  }
  console.error('Letting all readers come back at once …');
  const committed = await transactions();
  const storm = await open(ledger, mine.newest - 10);
  const asked = (await transactions()) - committed;
  await tell({ type: 'close' });
  return report(mine, peer, { storm, asked });
}

function report(mine: Shown, peer: Shown, { storm, asked }: { storm: Report; asked: number }) {
  const middle = (reports: readonly Report[], of: 'p50' | 'p99' | 'max') =>
    median(reports.map((report) => report[of]));
  const [p99, bare] = [middle(mine.delivered, 'p99'), middle(peer.delivered, 'p99')];
  const wrong = mine.delivered.reduce((sum, report) => sum + report.wrong, 0);
  const ms = inUnits('ms');
  const measures: Measure[] = [
    compared(`${streams} readers, p99 from commit`, ms, p99, ['bare fan-out', bare], { max: 0.8 }),
    {
      name: 'memory of a reader',
      figure: `${mine.memory.toFixed(1)} kB`,
      peer: `bare ${peer.memory.toFixed(1)} kB; limit 20 kB`,
      ratio: mine.memory / 20,
      limit: { max: 1 },
    },
    compared(`all ${streams} come back`, ms, storm.max, ['limit', 3_000], { max: 1 }),
    compared('statements of the database for that', String, asked, ['readers', streams], {
      max: 0.05,
    }),
    {
      name: 'events missing, twice or out of order',
      figure: String(wrong),
      peer: 'none',
      ratio: wrong,
      limit: { max: 0 },
    },
  ];
  const ways = [
    ['the ledger', mine],
    ['bare fan-out', peer],
  ] as const;
  const details = ways.map(
    ([name, shown]) =>
      `${name}: an event took ${middle(shown.delivered, 'p50').toFixed(0)} ms at the median and ` +
      `${middle(shown.delivered, 'max').toFixed(0)} at most; all streams were open after ` +
      `${middle(shown.opened, 'max').toFixed(0)} ms, half of them after ${middle(shown.opened, 'p50').toFixed(0)}; ` +
      `${median(shown.processor).toFixed(1)} µs of its processor time for an event at a reader`,
  );
  return { measures, details };
}
