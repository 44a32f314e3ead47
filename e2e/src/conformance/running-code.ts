import type { Page } from '@playwright/test';

type Script = Awaited<ReturnType<Page['coverage']['stopJSCoverage']>>[number];

/** What a page did in a first visit. */
export interface Visit {
  /** All scripts of the page, with what of them ran. */
  scripts: readonly Script[];
  /** Scripts and styles of the build that the page asked for, by their paths in it. */
  files: readonly string[];
}

/** What every copy of React does as it begins, and nothing else does. */
const react = /\.isReactComponent\s*=(?!=)/g;

/** The scripts of a page, with what of them ran while something was done, as the engine counts it. */
export async function scriptsDuring(page: Page, act: () => Promise<void>): Promise<Script[]> {
  await page.coverage.startJSCoverage();
  await act();
  return await page.coverage.stopJSCoverage();
}

/** Builds of an app of which some code ran. */
export function buildsThatRan(scripts: readonly Script[], app: string): string[] {
  const builds = scripts
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .flatMap(({ url }) => new RegExp(`/artifacts/${app}/([^/]+)/`).exec(url)?.[1] ?? []);
  return [...new Set(builds)];
}

/** Addresses of the scripts in which a copy of React ran; a copy that is only there does no harm. */
export function copiesOfReact(scripts: readonly Script[]): string[] {
  return scripts.flatMap((script) =>
    [...(script.source ?? '').matchAll(react)]
      .filter(({ index }) => hasRun(script, index))
      .map(() => script.url),
  );
}

/** Whether what stands at this place ran: the smallest range around it says so. */
function hasRun({ functions }: Script, at: number): boolean {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
    .sort((one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset));
  return (around[0]?.count ?? 0) > 0;
}
