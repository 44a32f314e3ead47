import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type Load, type LoadReport, loadReportSchema, type orderSchema } from './order.ts';

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
  return { maxOpen: one.maxOpen + other.maxOpen, lost: one.lost + other.lost, answers };
}
