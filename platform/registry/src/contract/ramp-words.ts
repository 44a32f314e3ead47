import type { Ramp, RampOutlook } from './ramp.ts';

/** Where a ramp goes, such as `then 25 %, 100 % (paused)`. */
export function rampText({ steps, paused }: Ramp): string {
  return `then ${steps.map((share) => `${share} %`).join(', ')}${paused ? ' (paused)' : ''}`;
}

/**
 * Why a ramp waits or goes on, half a sentence.
 *
 * @param outlook undefined: no browser has said anything of the channel lately, or nobody judges builds
 * @param now milliseconds since 1970
 */
export function outlookWords(outlook: RampOutlook | undefined, now: number): string {
  switch (outlook?.state) {
    case undefined:
      return 'waits: nothing is heard of its builds';
    case 'paused':
      return 'is paused';
    case 'early': {
      const minutes = Math.max(1, Math.ceil((Date.parse(outlook.until) - now) / 60_000));
      return `has this share for ${minutes} min more at least`;
    }
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
