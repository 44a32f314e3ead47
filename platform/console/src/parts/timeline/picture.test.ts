import { noTimes, withTime } from '@tallystick/registry/parts/timeline/contract/histogram';
import type {
  Timeline,
  TimelineCounts,
} from '@tallystick/registry/parts/timeline/contract/timeline';
import { expect, it } from 'vitest';
import { pictureOf } from './picture.ts';

const counts = (bucket: number, loads: number, failures = 0): TimelineCounts => ({
  ...{ bucket, loads, failures },
  lcp: [...(loads > 5 ? withTime(noTimes, 2_500) : noTimes)],
  inp: [...noTimes],
});
const failing = (app: string, failures: number) => ({
  ...{ app, build: `1.0.0-${app}` },
  counts: [counts(2, 10, failures)],
});
const mark = (revision: number, at: string) => ({
  ...{ revision, at, by: 'ana', reason: 'new totals', kind: 'promote' as const, moves: [] },
});

const timeline: Timeline = {
  from: '2026-11-21T12:00:00.000Z',
  ...{ step: 60_000, buckets: 3 },
  all: [counts(0, 4), counts(2, 10, 10)],
  builds: [failing('a', 1), failing('b', 4), failing('c', 2), failing('d', 2), failing('e', 1)],
  sources: [],
  marks: [
    mark(9, '2026-11-21T12:02:40.000Z'),
    mark(8, '2026-11-21T12:02:10.000Z'),
    mark(7, '2026-11-21T12:00:59.000Z'),
  ],
};

it('has a value for each bucket, and none where nobody reported', () => {
  const picture = pictureOf(timeline);
  expect(picture).toMatchObject({
    end: Date.UTC(2026, 10, 21, 12, 3),
    loads: [{ values: [4, null, 10] }],
    lcp: [{ values: [null, null, 2_580] }],
    inp: [{ values: [null, null, null] }],
    ...{ allLoads: 14, allFailures: 10 },
  });
  expect(picture.begins.at(-1)).toBe(Date.UTC(2026, 10, 21, 12, 2));
});

it('tells apart the three builds that fail most, and puts the others together', () => {
  expect(pictureOf(timeline).failures).toEqual([
    { build: { app: 'b', build: '1.0.0-b' }, values: [null, null, 4] },
    { build: { app: 'c', build: '1.0.0-c' }, values: [null, null, 2] },
    { build: { app: 'd', build: '1.0.0-d' }, values: [null, null, 2] },
    { values: [0, 0, 2] },
  ]);
});

it('compares the LCP of an app’s builds, and of a site that of none', () => {
  const of = (build: string, loads: number, time: number) => ({
    ...{ app: 'a', build },
    counts: [{ ...counts(2, loads), lcp: [...withTime(noTimes, time)] }],
  });
  const ofApp = { ...timeline, builds: [of('1.0.0-a', 8, 900), of('1.1.0-b', 40, 2_500)] };
  expect(pictureOf(ofApp, true).lcpOf).toEqual([
    { build: { app: 'a', build: '1.1.0-b' }, values: [null, null, 2_580] },
    { build: { app: 'a', build: '1.0.0-a' }, values: [null, null, 813] },
  ]);
  expect(pictureOf(ofApp).lcpOf).toEqual([]);
  expect(pictureOf({ ...ofApp, builds: ofApp.builds.slice(1) }, true).lcpOf).toEqual([]);
});

it('marks the revisions where they were made, those of one bucket together', () => {
  const marks = pictureOf(timeline).marks.map(({ bucket, marks: of }) => [
    bucket,
    of.map(({ revision }) => revision),
  ]);
  expect(marks).toEqual([
    [2, [9, 8]],
    [0, [7]],
  ]);
});
