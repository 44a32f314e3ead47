import type { Board } from './board.ts';
import type { Ramp } from './ramp.ts';
import { everyApp, minuteOf } from './scalars.ts';

/** Where a ramp goes, such as `then 25 %, 100 % (paused)`. */
export function rampText({ steps, paused }: Ramp): string {
  return `then ${steps.map((share) => `${share} %`).join(', ')}${paused ? ' (paused)' : ''}`;
}

/** Why the ramp of an app waits or goes on, half a sentence. */
export function rampStateWords(
  { ramps, locks }: Pick<Board, 'ramps' | 'locks'>,
  app: string,
  ramp: Ramp,
) {
  const outlook = ramps[app];
  if (ramp.paused) {
    const { by, reason } = outlook?.state === 'paused' ? outlook : {};
    return by === undefined ? 'is paused' : `is paused by ${by}: “${reason}”`;
  }
  const lock = locks.find((one) => one.app === app || one.app === everyApp);
  if (lock !== undefined) {
    return `waits for the ${lock.app === everyApp ? 'freeze' : 'lock'} to end`;
  }
  switch (outlook?.state) {
    case undefined:
    case 'paused':
      return 'waits: nothing is heard of its builds';
    case 'early':
      return `keeps this share until ${minuteOf(outlook.until)} at least`;
    case 'few':
      return `waits for browsers: ${outlook.browsers} of ${outlook.needed} have had it lately`;
    case 'doubt': {
      const points = (outlook.high * 100).toFixed(1);
      return `waits: it fails more often than the live build, by up to ${points} points`;
    }
    case 'ready':
      return outlook.proven
        ? 'goes on: it is hardly worse than the live build'
        : 'goes on: it fails no more often than the live build';
  }
}
