import { quantileOf } from '@tallystick/registry/parts/timeline/contract/histogram';
import type {
  Timeline,
  TimelineCounts,
  TimelineMark,
} from '@tallystick/registry/parts/timeline/contract/timeline';

/** One thing over time: a number for each bucket, null where there is none. */
export interface Series {
  /** Undefined: of all. */
  build?: { app: string; build: string };
  values: readonly (number | null)[];
}

/** Revisions of one bucket, the newest first. */
export interface Marks {
  bucket: number;
  marks: readonly TimelineMark[];
}

export interface Picture {
  /** Where each bucket begins, in milliseconds since 1970, and where the last one ends. */
  begins: readonly number[];
  end: number;
  loads: readonly Series[];
  /** The builds that failed most, then the others together, without a build. */
  failures: readonly Series[];
  lcp: readonly Series[];
  /** LCP by build, of those that loaded most; none: there are no two of them to compare. */
  lcpOf: readonly Series[];
  inp: readonly Series[];
  marks: readonly Marks[];
  allLoads: number;
  allFailures: number;
}

/** Builds that are told apart. */
const maxBuilds = 3;
/** Three of four pages do no worse (https://web.dev/articles/vitals). */
const share = 0.75;

/**
 * What a timeline shows.
 *
 * @param ofApp it is of one app: then it has all that its builds were measured by
 */
export function pictureOf(timeline: Timeline, ofApp = false): Picture {
  const { from, step, buckets, all, builds, marks } = timeline;
  const start = Date.parse(from);
  const row = (counts: readonly TimelineCounts[], of: (one: TimelineCounts) => number | null) => {
    const byBucket = new Map(counts.map((one) => [one.bucket, of(one)]));
    return Array.from({ length: buckets }, (_none, bucket) => byBucket.get(bucket) ?? null);
  };
  const sum = (counts: readonly TimelineCounts[], of: 'loads' | 'failures') =>
    counts.reduce((before, one) => before + one[of], 0);
  const failing = builds
    .map(({ app, build, counts }) => ({
      build: { app, build },
      all: sum(counts, 'failures'),
      values: row(counts, ({ failures }) => failures),
    }))
    .filter((one) => one.all > 0)
    .sort((one, other) => other.all - one.all);
  const measured = (ofApp ? builds : [])
    .map(({ app, build, counts }) => ({
      build: { app, build },
      all: sum(counts, 'loads'),
      values: row(counts, ({ lcp }) => quantileOf(lcp, share)),
    }))
    .filter(({ values }) => values.some((value) => value !== null))
    .sort((one, other) => other.all - one.all)
    .slice(0, maxBuilds);
  const shown = failing.slice(0, maxBuilds);
  const rest = failing.slice(maxBuilds);
  const others = rest.length === 0 ? [] : [{ values: summed(rest.map(({ values }) => values)) }];
  const byBucket = Map.groupBy(marks, ({ at }) => Math.floor((Date.parse(at) - start) / step));
  return {
    begins: Array.from({ length: buckets }, (_none, bucket) => start + bucket * step),
    end: start + buckets * step,
    loads: [{ values: row(all, ({ loads }) => loads) }],
    failures: [...shown.map(({ build, values }) => ({ build, values })), ...others],
    lcp: [{ values: row(all, ({ lcp }) => quantileOf(lcp, share)) }],
    lcpOf: measured.length < 2 ? [] : measured.map(({ build, values }) => ({ build, values })),
    inp: [{ values: row(all, ({ inp }) => quantileOf(inp, share)) }],
    marks: [...byBucket].map(([bucket, of]) => ({ bucket, marks: of })),
    allLoads: sum(all, 'loads'),
    allFailures: sum(all, 'failures'),
  };
}

function summed(rows: readonly (readonly (number | null)[])[]): number[] {
  const [first = []] = rows;
  return first.map((_value, bucket) => rows.reduce((sum, row) => sum + (row[bucket] ?? 0), 0));
}
