import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { recordBatch } from '@tallystick/backend/src/ledger/record.ts';
import { createTransferMaker } from '@tallystick/backend/src/sample/transfer-maker.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { type CacheInFront, startCache } from '@tallystick/guard/cache-in-front.testing';
import { freePort } from '@tallystick/store/free-ports.testing';
import { withLedger } from '../live-readers/with-ledger.ts';
import { type Measure, type Measured, timed } from '../measures.ts';
import type { Order } from './protocol.ts';

const few = 1_000;
const events = 10;
/** Readers of one cache and of one process: each is a descriptor in both. */
const perCache = 15_000;

/** What the service did for some readers. */
interface Cost {
  requests: number;
  /** Of a processor. */
  seconds: number;
  /** Milliseconds from a commit to the last reader, of each event. */
  times: readonly number[];
}

/**
 * Readers of the durable stream behind Varnish, few and many: what the ledger service does for an event must not
 * grow with them. More than one cache holds stand behind further ones, which ask the first.
 */
export async function measureCached(many: number): Promise<Measured> {
  const metricsPort = await freePort();
  return await withLedger(
    async ({ port }, store) => {
      const costs: Cost[] = [];
      for (const readers of [few, many]) {
        costs.push(await costOf(readers, port, metricsPort, store));
      }
      return result(many, costs);
    },
    { METRICS_PORT: String(metricsPort) },
  );
}

async function costOf(readers: number, port: number, metrics: number, store: Store): Promise<Cost> {
  const first = await startCache('Varnish', port);
  const caches: CacheInFront[] = [];
  const processes: ChildProcess[] = [];
  try {
    for (let left = readers; left > 0; left -= perCache) {
      const cache = readers > perCache ? await startCache('Varnish', first.port) : first;
      if (cache !== first) caches.push(cache);
      const child = fork(new URL('./reader-process.ts', import.meta.url), { execArgv: [] });
      processes.push(child);
      const url = `${cache.url}/streams/transfers`;
      await told(child, { type: 'open', url, readers: Math.min(left, perCache) });
    }
    const maker = createTransferMaker({ seed: 'cached', prefix: `cached-${readers}` });
    const before = await figures(metrics);
    const times: number[] = [];
    for (let n = 0; n < events; n += 1) {
      const arrived = processes.map((child) => told(child, { type: 'wait', events: 1 }));
      await recordBatch(store, [maker.create(Date.now())]);
      times.push(await timed(() => Promise.all(arrived)));
    }
    const after = await figures(metrics);
    const requests = after.requests - before.requests;
    return { requests, seconds: after.seconds - before.seconds, times };
  } finally {
    for (const child of processes) if (child.connected) child.disconnect();
    for (const cache of [...caches, first]) await cache.close();
  }
}

async function told(child: ChildProcess, order: Order): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  const answer = once(child, 'message', { signal });
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process with readers ended with ${code}.`);
  });
  child.send(order);
  await Promise.race([answer, ended]).finally(() => settled.abort());
}

/** Requests for the stream that the service has answered, and seconds of a processor that it has taken. */
async function figures(port: number) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split('\n');
  const sum = (wanted: (line: string) => boolean) =>
    lines.filter(wanted).reduce((all, line) => all + Number(line.split(' ').at(-1)), 0);
  return {
    requests: sum(
      (line) =>
        line.startsWith('http_request_duration_seconds_count') && line.includes('/streams/'),
    ),
    seconds: sum((line) => line.startsWith('process_cpu_seconds_total ')),
  };
}

function result(many: number, [one, other]: readonly Cost[]) {
  if (one === undefined || other === undefined) throw new Error('Nothing was measured.');
  const each = (cost: Cost) => (cost.requests / events).toFixed(1);
  const measures: Measure[] = [
    {
      name: `requests an event, ${many} readers`,
      figure: each(other),
      peer: `${each(one)} of ${few}`,
      ratio: other.requests / one.requests,
      limit: { max: 1.5 },
    },
  ];
  const line = (readers: number, { times, seconds }: Cost) =>
    `${readers} readers: the last has an event after ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms; the service took ${((seconds / events) * 1000).toFixed(1)} ms of a processor for it.`;
  return { measures, details: [line(few, one), line(many, other)] };
}
