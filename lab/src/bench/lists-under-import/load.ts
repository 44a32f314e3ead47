import { readOrder } from '../../processes/answer-orders.ts';
import { type Lane, openLane } from './lane.ts';
import { type LoadReport, loadSettings } from './load-report.ts';

/** A process that asks for lists (`askProcess`). */
const { port, token, bodies, seconds, lanes, rate } = readOrder(loadSettings);
const requests = bodies.map(({ path, body }) =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  ),
);
const times: number[] = [];
const statuses: Record<string, number> = {};
let asked = 0;
const open = await Promise.all(Array.from({ length: lanes }, () => openLane(port)));
const started = performance.now();
const end = started + seconds * 1_000;
await (rate === undefined ? askInTurn() : askAtRate(rate));
const report: LoadReport = {
  times: times.map((time) => Math.round(time * 100) / 100),
  seconds: (performance.now() - started) / 1_000,
  statuses,
};
for (const lane of open) lane.close();
console.log(JSON.stringify(report));

/** Each connection asks again as soon as it is answered: as much as the service can serve. */
async function askInTurn(): Promise<void> {
  await Promise.all(
    open.map(async (lane) => {
      while (performance.now() < end) await ask(lane, performance.now());
    }),
  );
}

/**
 * Asks at a constant rate, whether or not earlier requests are answered. A time begins when the
 * request was due, so what waits for a free connection counts as well.
 */
async function askAtRate(perSecond: number): Promise<void> {
  // First in, first out: the service ends a connection that says nothing for half a minute.
  const idle = [...open];
  const due: number[] = [];
  const total = Math.floor(perSecond * seconds);
  const step = 1_000 / perSecond;
  let scheduled = 0;
  const serve = () => {
    for (let at = due[0]; at !== undefined; at = due[0]) {
      const lane = idle.shift();
      if (!lane) return;
      due.shift();
      void ask(lane, at).then(() => {
        idle.push(lane);
        serve();
      });
    }
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      for (; scheduled < total && started + scheduled * step <= now; scheduled += 1) {
        due.push(started + scheduled * step);
      }
      serve();
      const late = now > end + 30_000;
      if (late || (scheduled === total && due.length === 0 && idle.length === open.length)) {
        clearInterval(timer);
        resolve();
      }
    }, 1);
  });
}

async function ask(lane: Lane, from: number): Promise<void> {
  const request = requests[asked % requests.length];
  if (!request) return;
  asked += 1;
  const status = await lane.ask(request);
  times.push(performance.now() - from);
  statuses[status] = (statuses[status] ?? 0) + 1;
}
