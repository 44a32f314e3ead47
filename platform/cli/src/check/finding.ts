import type { Failure } from '../outcome.ts';

/** What is said of a build; 'not verified': nothing here says it; 'warning': it works all the same. */
export interface Finding {
  result: 'ok' | 'failed' | 'warning' | 'not verified';
  says: string;
}

/** A finding, with what was asked. */
export interface CheckFinding extends Finding {
  check: string;
}

/** So many of what one finding names are said. */
const maxNames = 5;

export function ok(says: string): Finding {
  return { result: 'ok', says };
}

export function open(says: string): Finding {
  return { result: 'not verified', says };
}

export function failed({ problem, next }: Failure): Finding {
  return { result: 'failed', says: [problem, next].filter(Boolean).join(' ') };
}

export function wrong(what: string): Finding {
  return { result: 'failed', says: `${what}.` };
}

/** Names, the first few of many. */
export function listed(names: readonly string[]): string {
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return `${names.slice(0, maxNames).join(', ')}${more}`;
}
