import { type ChildProcess, spawn } from 'node:child_process';
import { root } from '@tallystick/tools/src/project.ts';
import { spawnScript } from './server.ts';

/** A command of the project, running. */
export type Running = ReturnType<typeof observe>;

/** Runs `node tools/run.mjs` with parameters, as the npm scripts do. */
export const runCommand = (
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): Running =>
  observe(spawnScript(['tools/run.mjs', ...parameters], environment, { output: 'pipe' }));

/** Runs `npm start`, through npm itself. */
export function runNpmStart(environment: Readonly<Record<string, string>>): Running {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return observe(child);
}

/** Gathers what a process writes. */
export function observe(child: ChildProcess) {
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    child,
    /** Resolves with the exit code; null if a signal ended it. */
    ended,
    /** All that it has written so far, to both streams. */
    output: () => output,
    /** Resolves at the first output that matches; rejects with all output if it ends before. */
    printed(pattern: RegExp) {
      return new Promise<void>((resolve, reject) => {
        const look = () => {
          if (pattern.test(output)) resolve();
        };
        listeners.add(look);
        ended.then(() => reject(new Error(`It ended without printing ${pattern}:\n${output}`)));
        look();
      });
    },
  };
}
