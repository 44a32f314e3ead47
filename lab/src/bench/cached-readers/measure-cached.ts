import type { ChildProcess } from 'node:child_process';
import { recordBatch } from '@tallystick/backend/src/ledger/record.ts';
import { createTransferMaker } from '@tallystick/backend/src/sample/transfer-maker.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { startCache } from '@tallystick/guard/cache-in-front.testing';
import { freePort } from '@tallystick/store/free-ports.testing';
import { compared, type Measured } from '../../measures/measures.ts';
import { timed } from '../../measures/times.ts';
import { forkScript, tell } from '../../processes/ask-process.ts';
import { withLedger } from '../../servers/with-ledger.ts';
import type { Order } from './protocol.ts';

const readerProcess = new URL('./reader-process.ts', import.meta.url);
const few = 1_000;
const events = 10;
/** Readers of one cache and of one process: each is a descriptor in both. */
const perCache = 15_000;

/**
 * Readers of the durable stream behind Varnish, few and many: what the ledger service does for an event must not
 * grow with them. More than one cache holds stand behind further ones, which ask the first.
 */
export async function measureCached(many: number): Promise<Measured> {
  const metricsPort = await freePort();
  return await withLedger(
    async ({ port }, store) => {
      const one = await costOf(few, port, metricsPort, store);
      const other = await costOf(many, port, metricsPort, store);
      return result(many, one, other);
    },
    { METRICS_PORT: String(metricsPort) },
  );
}

/** What the service does for some readers. */
async function costOf(readers: number, port: number, metrics: number, store: Store) {
  await using ended = new AsyncDisposableStack();
  const startOwn = async (to: number) =>
    ended.adopt(await startCache('Varnish', to), (cache) => cache.close());
  const first = await startOwn(port);
  const processes: ChildProcess[] = [];
  for (let left = readers; left > 0; left -= perCache) {
    const cache = readers > perCache ? await startOwn(first.port) : first;
    const child = ended.use(forkScript(readerProcess));
    processes.push(child);
    const url = `${cache.url}/streams/transfers`;
    await tell(child, { type: 'open', url, readers: Math.min(left, perCache) } satisfies Order);
  }
  const maker = createTransferMaker({ seed: 'cached', prefix: `cached-${readers}` });
  /** Milliseconds from a commit to the last reader. */
  const happen = async () => {
    const arrived = processes.map((child) =>
      tell(child, { type: 'wait', events: 1 } satisfies Order),
    );
    await recordBatch(store, [maker.create(Date.now())]);
    return await timed(() => Promise.all(arrived));
  };
  // Readers who came at different times wait with different cursors until the first event.
  await happen();
  const before = await figures(metrics);
  const times: number[] = [];
  for (let n = 0; n < events; n += 1) times.push(await happen());
  const after = await figures(metrics);
  const requests = after.requests - before.requests;
  return { requests, seconds: after.seconds - before.seconds, times };
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

type Cost = Awaited<ReturnType<typeof costOf>>;

function result(many: number, one: Cost, other: Cost) {
  const each = (requests: number) => (requests / events).toFixed(1);
  const name = `requests an event, ${many} readers`;
  const peer = [`${few} readers`, one.requests] as const;
  const measures = [compared(name, each, other.requests, peer, { max: 1.5 })];
  const line = (readers: number, { times, seconds }: Cost) =>
    `${readers} readers: the last has an event after ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms; the service took ${((seconds / events) * 1000).toFixed(1)} ms of a processor for it.`;
  return { measures, details: [line(few, one), line(many, other)] };
}
