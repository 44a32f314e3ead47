import type { FailureKind } from '../federation/running.ts';

/** The ladder of one remote in this page: which builds it has, and which of them failed here. */
export interface Rungs {
  /** The build that the release gives to this browser. */
  readonly released: string;
  /** The last build known to be good; null: there is none, or it is recalled. */
  readonly fallback: string | null;
  /** How builds failed that have not come to work since. */
  readonly down: Readonly<Record<string, FailureKind>>;
  /** The released build was left and has not run since. */
  readonly degraded: boolean;
}

export type RungsInput =
  /** What a release gives now. */
  | { type: 'offered'; released: string; fallback: string | null }
  | { type: 'failed'; build: string; kind: FailureKind }
  /** Its files came and its code began. */
  | { type: 'loaded'; build: string }
  /** Its page has been in the page for a while. */
  | { type: 'stood'; build: string }
  /** What was missing may be there by now. */
  | { type: 'retryDue' }
  /** Somebody tries again. */
  | { type: 'again' };

/** What is to be told of it. */
export type RungsNews =
  /** Down to another build; null: to the notice in the zone. */
  { type: 'step'; from: string; to: string | null } | { type: 'recovered'; build: string };

/**
 * How much of a build that failed still works. Where a page of it failed, or a file of one page, the
 * others may work; where it did not begin, none does.
 */
const left: Readonly<Record<FailureKind, 'pages' | 'none'>> = {
  unavailable: 'none',
  slow: 'none',
  incomplete: 'none',
  misfit: 'none',
  boot: 'pages',
  render: 'pages',
  chunk: 'pages',
  event: 'pages',
};
/** Failures of the way to a file, not of the code. */
const passing: readonly FailureKind[] = ['unavailable', 'slow', 'chunk'];

export function firstRungs(released: string, fallback: string | null): Rungs {
  return { released, fallback, down: {}, degraded: false };
}

/**
 * The build whose pages the site has: the highest that works. Where none does, the one of which more
 * is left, and the notice stands where its page fails.
 */
export function chosen({ released, fallback, down }: Rungs): string {
  if (fallback === null) return released;
  const above = trouble(down[released]);
  const below = trouble(down[fallback]);
  return below < above || (below === above && above === 1) ? fallback : released;
}

function trouble(kind: FailureKind | undefined): 0 | 1 | 2 {
  if (kind === undefined) return 0;
  return left[kind] === 'pages' ? 1 : 2;
}

/** True if another build takes the place of this one, which failed. */
export function isReplaced(rungs: Rungs, build: string): boolean {
  const next = chosen(rungs);
  return next !== build && rungs.down[next] === undefined;
}

/** True if the site has a build of which nothing is known that is wrong. */
export function works(rungs: Rungs): boolean {
  return rungs.down[chosen(rungs)] === undefined;
}

/** True if a build failed by what may pass, so that it is worth another try without being asked. */
export function mayRecover({ down }: Rungs): boolean {
  return Object.values(down).some((kind) => passing.includes(kind));
}

/** What an input makes of a ladder, and what is to be told. Without side effects; see states.md. */
export function climb(rungs: Rungs, input: RungsInput): { rungs: Rungs; news: RungsNews | null } {
  switch (input.type) {
    case 'offered': {
      const { released, fallback } = input;
      // Another build begins at the top.
      const same = released === rungs.released;
      const next = same ? rungs : firstRungs(released, fallback);
      return quietly({ ...next, fallback });
    }
    case 'failed':
      return fail(rungs, input.build, input.kind);
    case 'loaded': {
      const kind = rungs.down[input.build];
      const began = kind !== undefined && left[kind] === 'none';
      return quietly(began ? without(rungs, (build) => build === input.build) : rungs);
    }
    case 'stood': {
      const { build } = input;
      if (!rungs.degraded || build !== rungs.released || rungs.down[build]) return quietly(rungs);
      return { rungs: { ...rungs, degraded: false }, news: { type: 'recovered', build } };
    }
    case 'retryDue':
      // A released build whose own files were missing has to load first: nobody is to wait for it.
      return quietly(
        without(
          rungs,
          (build, kind) =>
            passing.includes(kind) && (build !== rungs.released || left[kind] === 'pages'),
        ),
      );
    case 'again':
      return quietly({ ...rungs, down: {} });
  }
}

function fail(rungs: Rungs, build: string, kind: FailureKind) {
  const { released, fallback, down } = rungs;
  if (build !== released && build !== fallback) return quietly(rungs);
  const before = down[build];
  // What lasts is not forgotten for what may pass.
  if (before !== undefined && !passing.includes(before)) return quietly(rungs);
  const next = { ...rungs, down: { ...down, [build]: kind } };
  if (before !== undefined || chosen(rungs) !== build) return quietly(next);
  const to = isReplaced(next, build) ? chosen(next) : null;
  return { rungs: { ...next, degraded: true }, news: { type: 'step' as const, from: build, to } };
}

function without(rungs: Rungs, gone: (build: string, kind: FailureKind) => boolean): Rungs {
  const down = Object.entries(rungs.down).filter(([build, kind]) => !gone(build, kind));
  return { ...rungs, down: Object.fromEntries(down) };
}

function quietly(rungs: Rungs): { rungs: Rungs; news: null } {
  return { rungs, news: null };
}
