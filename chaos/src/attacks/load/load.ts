import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * What a hostile client does to one port of this machine, over connections that are opened again
 * whenever they are closed. It sends `send` on each; `{n}` in it is a number that never comes twice.
 */
export const loadSchema = v.object({
  port: count,
  /** Connections in all, spread over the addresses 127.0.0.2 and following. */
  connections: count,
  addresses: v.pipe(count, v.minValue(1), v.maxValue(64)),
  send: v.string(),
  /**
   * `wait`: reads what comes and says no more. `again`: sends again once it is answered. `unread`:
   * sends 400 times and reads nothing. `drip`: sends one more byte a second. `sip`: reads one piece
   * a second.
   */
  next: v.picklist(['wait', 'again', 'unread', 'drip', 'sip']),
});
export type Load = v.InferOutput<typeof loadSchema>;

export const orderSchema = v.object({
  loads: v.array(loadSchema),
  seconds: v.number(),
  /** Connections that it opens every 10 milliseconds. */
  opens: count,
});

/** What a load met with. */
export const loadReportSchema = v.object({
  /** Connections that were open at once, at most. */
  held: count,
  /** Connections that were closed or refused. */
  lost: count,
  /** Answers by status. */
  answers: v.record(v.string(), count),
});
export type LoadReport = v.InferOutput<typeof loadReportSchema>;

const script = fileURLToPath(new URL('./attacker.ts', import.meta.url));
/** A process may have 20,000 files open at most on some machines. */
const connectionsOfOne = 8_000;
/** Connections that all processes open together every 10 milliseconds. */
const opens = 40;

/** Runs loads for so many seconds, in processes of their own so that nobody who measures waits for them. */
export async function runLoads(loads: readonly Load[], seconds: number): Promise<LoadReport> {
  const connections = loads.reduce((sum, load) => sum + load.connections, 0);
  const processes = Math.max(1, Math.ceil(connections / connectionsOfOne));
  const reports = await Promise.all(
    Array.from({ length: processes }, (_, place) => {
      const share = (all: number) =>
        Math.floor((all * (place + 1)) / processes) - Math.floor((all * place) / processes);
      const own = loads.map((load) => ({ ...load, connections: share(load.connections) }));
      return runAttacker({ loads: own, seconds, opens: Math.ceil(opens / processes) });
    }),
  );
  return reports.reduce(together);
}

async function runAttacker(order: v.InferOutput<typeof orderSchema>): Promise<LoadReport> {
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // It stands for another machine: it takes only what of the processor nobody here wants.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  child.stdout?.on('data', (part) => {
    output += part;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`An attacker ended with ${code ?? signal}.`);
  return v.parse(loadReportSchema, JSON.parse(output));
}

function together(one: LoadReport, other: LoadReport): LoadReport {
  const answers = { ...one.answers };
  for (const [status, times] of Object.entries(other.answers)) {
    answers[status] = (answers[status] ?? 0) + times;
  }
  return { held: one.held + other.held, lost: one.lost + other.lost, answers };
}
