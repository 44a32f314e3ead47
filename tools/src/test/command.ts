import { delimiter } from 'node:path';
import type { Children } from '@tallystick/start/process/children';
import { inProject } from '../project.ts';

/** Runs a line of shell and answers its exit code, 124 if it took longer than `limit` milliseconds. */
export type RunCommand = (
  command: string,
  limit: number,
  environment?: Readonly<Record<string, string>>,
) => Promise<number>;

/** Commands see the project's own tools first; what they print goes to our output. */
export function commandRunner(children: Children): RunCommand {
  const path = [
    inProject('node_modules/.bin'),
    inProject('e2e/node_modules/.bin'),
    process.env.PATH,
  ].join(delimiter);
  return async (command, limit, environment) => {
    const child = children.start({
      name: command,
      command,
      environment: { ...environment, PATH: path },
    });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      console.error(`Ended after ${limit / 1000} s, its limit: ${command}`);
      void child.end(5_000);
    }, limit);
    const code = await child.ended;
    clearTimeout(timer);
    return late ? 124 : code;
  };
}
