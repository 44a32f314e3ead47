import type { Shared } from './bundler.ts';

export type Picked = { ok: true; shared: Shared } | { ok: false; problem: string };

/**
 * The version of a singleton that fits the range it was built for. A range is `^1.2.3`, an exact
 * version, or false for any; one that is not understood fits nothing: the wrong version running is
 * worse than a part that is missing.
 */
export function pick(
  versions: Readonly<Record<string, Shared>>,
  range: string | false | undefined,
): Picked {
  const present = Object.keys(versions);
  const fitting = present.filter((version) => !range || fits(version, range)).sort(byVersion);
  const shared = versions[fitting.at(-1) ?? ''];
  if (shared !== undefined) return { ok: true, shared };
  const wanted = range ? ` ${range}` : '';
  if (present.length === 0) return { ok: false, problem: `is not shared here (needs${wanted})` };
  return { ok: false, problem: `is shared as ${present.join(', ')}, but${wanted} is needed` };
}

/** Whether a version lies in `^1.2.3` or is exactly the one named. Prereleases fit only exactly. */
export function fits(version: string, range: string): boolean {
  if (version === range) return true;
  const has = numbers(version);
  const wants = range.startsWith('^') ? numbers(range.slice(1)) : null;
  if (has === null || wants === null) return false;
  const fixed = wants.findIndex((part) => part > 0);
  const kept = fixed === -1 ? 3 : fixed + 1;
  return (
    wants.slice(0, kept).every((part, place) => part === has[place]) && compare(has, wants) >= 0
  );
}

function numbers(version: string): number[] | null {
  return /^\d+\.\d+\.\d+$/.test(version) ? version.split('.').map(Number) : null;
}

function byVersion(one: string, other: string): number {
  return compare(numbers(one) ?? [], numbers(other) ?? []);
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const place of [0, 1, 2]) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
