import type { AppBuild } from '../federation/running.ts';

// What is written here outlives a page that hangs or is loaded anew, and ends with the tab.
const startingKey = 'tallystick-starting';
export const brokeKey = 'tallystick-broke';

/** What the last page of this tab was starting when it ended; nothing if it ended well. */
export const endedIn = readMark(startingKey);
if (endedIn !== '') writeMark(startingKey, '');
let kept = false;

/** Notes which build is about to run code or to draw; null: none is any more. */
export function markStarting(part: AppBuild | null): void {
  if (!kept) writeMark(startingKey, part === null ? '' : nameOf(part));
}

/** The mark as it is now. */
export function readStarting(): string {
  return readMark(startingKey);
}

/** From now on the mark is for the next page. */
export function keepMark(): void {
  kept = true;
}

/** True if an earlier page of this tab left word of a build that took it with it. */
export function isMarked(): boolean {
  return endedIn + readMark(brokeKey) !== '';
}

export function nameOf({ app, build }: AppBuild): string {
  return `${app}@${build}`;
}

export function readMark(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function writeMark(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage is forbidden or full: a page that hung begins with the same build again.
  }
}
