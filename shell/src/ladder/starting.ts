import type { AppBuild } from '../federation/running.ts';
import {
  brokeKey,
  endedIn,
  keepMark,
  markStarting,
  nameOf,
  readMark,
  readStarting,
  writeMark,
} from './mark.ts';

/** Builds that are remembered. */
const most = 8;

/**
 * The builds of this tab that took a whole page with them, so that one that stands here is not begun
 * with: those of earlier pages, and the one that the last page was starting when it ended.
 */
export function readBroken(): { before: AppBuild[]; now: AppBuild | null } {
  const before = broken();
  const [now = null] = partOf(endedIn);
  if (now !== null) remember([...before, now]);
  return { before, now };
}

/** Somebody tries this remote again. */
export function forgetBroken(app: string): void {
  remember(broken().filter((part) => part.app !== app));
}

/**
 * Lets the next page of this tab begin without a build that broke more than its zone. True if it is
 * worth loading the page anew: the first time, and where the tab can remember it.
 */
export function startWithout(part: AppBuild): boolean {
  if (broken().some((known) => nameOf(known) === nameOf(part))) return false;
  markStarting(part);
  const noted = readStarting() !== '';
  if (noted) keepMark();
  return noted;
}

function broken(): AppBuild[] {
  return readMark(brokeKey).split(' ').flatMap(partOf);
}

function remember(parts: readonly AppBuild[]): void {
  writeMark(brokeKey, parts.slice(-most).map(nameOf).join(' '));
}

function partOf(name: string): AppBuild[] {
  const [app = '', build] = name.split('@');
  return build === undefined ? [] : [{ app, build }];
}
