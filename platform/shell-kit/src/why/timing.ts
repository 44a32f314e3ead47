import { failureKinds } from '@tallystick/contract/release-news';
import * as v from 'valibot';
import type { Build } from '../release/build.ts';
import type { Ladder } from '../release/ladder.ts';
import { markOf } from '../release/timeline.ts';
import type { Failed, Files, Phases } from './facts.ts';

/** What the browser noted of a file, or of a moment. */
type Entry = Pick<PerformanceEntry, 'name' | 'entryType' | 'startTime'> &
  Partial<Pick<PerformanceResourceTiming, 'responseEnd' | 'transferSize'>> &
  Partial<Pick<PerformanceNavigationTiming, 'domContentLoadedEventStart'>> & {
    readonly detail?: unknown;
  };

const kindSchema = v.picklist(failureKinds);
const isCode = ({ name }: Entry) => /\.(?:m?js|css)$/.test(new URL(name).pathname);

/** What the browser's timeline says of the files of a build, whose artifact is at `base`, an address. */
export function filesOf(entries: readonly Entry[], base: string): Files {
  const own = resourcesAt(entries, base);
  return {
    files: new Set(own.map(({ name }) => name)).size,
    bytes: own.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    cached: own.filter(({ transferSize }) => transferSize === 0).length,
  };
}

/** The same of when it came. */
export function phasesOf(entries: readonly Entry[], build: Build, base: string): Phases {
  const at = (name: string) => entries.find((entry) => entry.name === name)?.startTime ?? null;
  return phases(entries, base, at(markOf('loaded', build)), at(markOf('shown', build)));
}

/** The same of a shell. Its scripts are deferred: they have run as the browser takes the document to be read. */
export function shellPhasesOf(entries: readonly Entry[], base: string): Phases {
  const document = entries.find(({ entryType }) => entryType === 'navigation');
  const painted = entries.find(({ name }) => name === 'first-contentful-paint');
  const evaluated = document?.domContentLoadedEventStart ?? null;
  return phases(entries, base, evaluated, painted?.startTime ?? null);
}

function phases(
  entries: readonly Entry[],
  base: string,
  evaluated: number | null,
  shown: number | null,
): Phases {
  const code = resourcesAt(entries, base).filter(isCode);
  // What a page asks for later is none of what starts it.
  const first = code.filter(({ startTime }) => evaluated === null || startTime <= evaluated);
  return {
    asked: code.length === 0 ? null : Math.min(...code.map(({ startTime }) => startTime)),
    arrived:
      first.length === 0 ? null : Math.max(...first.map(({ responseEnd = 0 }) => responseEnd)),
    evaluated,
    shown,
  };
}

/** How builds of an app failed in this page, and those that took an earlier page of this tab with them. */
export function failedOf(
  entries: readonly Entry[],
  app: string,
  ladder: Pick<Ladder, 'down'> | undefined,
  timeOrigin: number,
): Failed[] {
  const beginning = markOf('failed', { app, build: '' });
  const here = entries.flatMap(({ name, startTime, detail }): Failed[] => {
    if (!name.startsWith(beginning) || !v.is(kindSchema, detail)) return [];
    const build = name.slice(beginning.length);
    return [{ build, kind: detail, at: timeOrigin + startTime }];
  });
  const before = Object.entries(ladder?.down ?? {}).flatMap(([build, kind]): Failed[] =>
    here.some((one) => one.build === build) ? [] : [{ build, kind, at: null }],
  );
  return [...before, ...here];
}

function resourcesAt(entries: readonly Entry[], base: string): Entry[] {
  return entries.filter(({ name, entryType }) => entryType === 'resource' && name.startsWith(base));
}
