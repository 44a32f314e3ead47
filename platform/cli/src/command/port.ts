import { fail } from '../outcome.ts';

/** The port that is meant; what is none ends the command. */
export function portOf(given = '4900'): number {
  const port = Number(given);
  if (/^[1-9]\d*$/.test(given) && port <= 65_535) return port;
  return fail('usage', `--port ${given} is no port: a number such as 4900.`);
}
