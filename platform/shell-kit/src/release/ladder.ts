import type { FailureKind } from './build.ts';

/** The ladder of one remote in this page: which builds it has, and which of them failed here. */
export interface Ladder {
  /** The build that the release gives to this browser. */
  readonly released: string;
  /** The last build known to be good; null: there is none, or it is recalled. */
  readonly fallback: string | null;
  /** How builds failed that have not come to work since. */
  readonly down: Readonly<Record<string, FailureKind>>;
  /** The released build was left and has not run since. */
  readonly degraded: boolean;
}

export type LadderInput =
  /** What a release gives now. */
  | { type: 'offered'; released: string; fallback: string | null }
  | { type: 'failed'; build: string; kind: FailureKind }
  /** Its files came and its code began. */
  | { type: 'loaded'; build: string }
  /** Its page has been in the page for a while. */
  | { type: 'stood'; build: string }
  /** The back-off has elapsed: files that were missing may be available again. */
  | { type: 'retryDue' }
  /** Somebody tries again. */
  | { type: 'again' };

/** What is to be reported of it. */
export type LadderEvent =
  /** Down to another build; null: to the notice in the zone. */
  { type: 'step'; from: string; to: string | null } | { type: 'recovered'; build: string };

/** Failures of one page, or of a file of it, after which others may work. After any other, none does. */
const ofOnePage: readonly FailureKind[] = ['boot', 'render', 'chunk', 'event'];
/** Failures of the way to a file, not of the code. */
const passing: readonly FailureKind[] = ['unavailable', 'slow', 'chunk'];

export function newLadder(released: string, fallback: string | null): Ladder {
  return { released, fallback, down: {}, degraded: false };
}

/**
 * The build whose pages the site has: the highest that works. Where none does, the one of which more
 * is left, and the notice stands where its page fails.
 */
export function buildInUse({ released, fallback, down }: Ladder): string {
  if (fallback === null) return released;
  const above = trouble(down[released]);
  const below = trouble(down[fallback]);
  return below < above || (below === above && above === 1) ? fallback : released;
}

function trouble(kind: FailureKind | undefined): 0 | 1 | 2 {
  if (kind === undefined) return 0;
  return ofOnePage.includes(kind) ? 1 : 2;
}

/** True if another build takes the place of this one, which failed. */
export function isReplaced(ladder: Ladder, build: string): boolean {
  const next = buildInUse(ladder);
  return next !== build && ladder.down[next] === undefined;
}

/** True unless nothing of a build works: of one that failed in one place, another may be well. */
export function isUsable({ down }: Ladder, build: string): boolean {
  const kind = down[build];
  return kind === undefined || ofOnePage.includes(kind);
}

/** True if the site has a build of which nothing is known that is wrong. */
export function works(ladder: Ladder): boolean {
  return ladder.down[buildInUse(ladder)] === undefined;
}

/** True if a build failed by what may pass, so that it is worth another try without being asked. */
export function mayRecover({ down }: Ladder): boolean {
  return Object.values(down).some((kind) => passing.includes(kind));
}

/** What an input makes of a ladder, and what is to be reported. Without side effects; see states.md. */
export function ladderTransition(
  ladder: Ladder,
  input: LadderInput,
): { ladder: Ladder; event: LadderEvent | null } {
  switch (input.type) {
    case 'offered': {
      const { released, fallback } = input;
      // Another build begins at the top.
      const same = released === ladder.released;
      const next = same ? ladder : newLadder(released, fallback);
      return quietly({ ...next, fallback });
    }
    case 'failed':
      return fail(ladder, input.build, input.kind);
    case 'loaded': {
      const kind = ladder.down[input.build];
      const began = kind !== undefined && !ofOnePage.includes(kind);
      return quietly(began ? without(ladder, (build) => build === input.build) : ladder);
    }
    case 'stood': {
      const { build } = input;
      if (!ladder.degraded || build !== ladder.released || ladder.down[build])
        return quietly(ladder);
      return { ladder: { ...ladder, degraded: false }, event: { type: 'recovered', build } };
    }
    case 'retryDue':
      // A released build whose own files were missing has to load first: nobody is to wait for it.
      return quietly(
        without(
          ladder,
          (build, kind) =>
            passing.includes(kind) && (build !== ladder.released || ofOnePage.includes(kind)),
        ),
      );
    case 'again':
      return quietly({ ...ladder, down: {} });
  }
}

function fail(ladder: Ladder, build: string, kind: FailureKind) {
  const { released, fallback, down } = ladder;
  if (build !== released && build !== fallback) return quietly(ladder);
  const before = down[build];
  // What lasts is not forgotten for what may pass.
  if (before !== undefined && !passing.includes(before)) return quietly(ladder);
  const next = { ...ladder, down: { ...down, [build]: kind } };
  if (before !== undefined || buildInUse(ladder) !== build) return quietly(next);
  const to = isReplaced(next, build) ? buildInUse(next) : null;
  return { ladder: { ...next, degraded: true }, event: { type: 'step' as const, from: build, to } };
}

function without(ladder: Ladder, gone: (build: string, kind: FailureKind) => boolean): Ladder {
  const down = Object.entries(ladder.down).filter(([build, kind]) => !gone(build, kind));
  return { ...ladder, down: Object.fromEntries(down) };
}

function quietly(ladder: Ladder): { ladder: Ladder; event: null } {
  return { ladder, event: null };
}
