import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/**
 * Runs a script in a process of its own, so that nobody who measures waits for it. Its one argument is `order` as
 * JSON; answers what it prints, a report as JSON.
 *
 * @param priority of all its threads, which the process itself could not set
 */
export async function askProcess<Schema extends v.GenericSchema>(
  script: URL,
  order: object,
  report: Schema,
  priority = 0,
): Promise<v.InferOutput<Schema>> {
  const child = spawn(process.execPath, [fileURLToPath(script), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.pid !== undefined) setPriority(child.pid, priority);
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`${script} ended with ${code ?? signal}.`);
  return v.parse(report, JSON.parse(said));
}

/** Tells a forked process something; answers what it says to that, and rejects if it ends. */
export async function tell(child: ChildProcess, order: object): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with ${code}.`);
  });
  child.send(order);
  const [said] = await Promise.race([once(child, 'message', { signal }), ended]).finally(() =>
    settled.abort(),
  );
  return said;
}

/** Forks a script that answers orders (`tell`). */
export const forkScript = (script: URL): ChildProcess => fork(script, { execArgv: [] });

/** Forks a script that is a server, which says its port as it listens. */
export async function forkServer(script: URL) {
  const child = forkScript(script);
  const [port] = await once(child, 'message');
  return { pid: child.pid ?? 0, port: v.parse(v.number(), port), close: () => child.disconnect() };
}
