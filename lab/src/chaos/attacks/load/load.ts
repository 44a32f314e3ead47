import { constants } from 'node:os';
import { sumCounts } from '../../../measures/counts.ts';
import { askProcess } from '../../../processes/ask-process.ts';
import { type Load, type LoadReport, loadReportSchema } from './order.ts';

const attacker = new URL('./attacker.ts', import.meta.url);
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
      const order = { loads: own, seconds, opens: Math.ceil(opens / processes) };
      // They stand for another machine: they take only what of the processor nobody here wants.
      return askProcess(attacker, order, loadReportSchema, constants.priority.PRIORITY_LOW);
    }),
  );
  const sum = (of: (report: LoadReport) => number) =>
    reports.reduce((all, report) => all + of(report), 0);
  return {
    maxOpen: sum(({ maxOpen }) => maxOpen),
    lost: sum(({ lost }) => lost),
    answers: sumCounts(reports.map(({ answers }) => answers)),
  };
}
