import { resolve } from 'node:path';
import { Misuse } from './command.ts';

/** The number that an option says. */
export function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Misuse(`--${option} is a whole number of ${least} or more.`);
}

/** A path as whoever called the command means it. */
export const fromCaller = (path: string): string =>
  resolve(process.env.INIT_CWD ?? process.cwd(), path);
