import { readStored, writeStored } from '../storage/stored-text.ts';
import { type Build, nameOfBuild } from './build.ts';

// What is written here outlives a page that hangs or is loaded anew, and ends with the tab.
const startingKey = 'tallystick-starting';
const brokeKey = 'tallystick-broke';

/** What the last page of this tab was starting when it ended; nothing if it ended well. */
const endedIn = readMark(startingKey);
if (endedIn !== '') writeMark(startingKey, '');
let kept = false;
let gone = false;

/** Notes which build is about to run code or to draw; null: none is any more. */
export function markStarting(part: Build | null): void {
  if (!kept && !gone) writeMark(startingKey, part === null ? '' : nameOfBuild(part));
}

/** Builds whose files are on their way, in the order in which they were asked for. */
const coming = new Set<Build>();

/** A build is asked for, whose code may begin at any moment until what is returned is called. */
export function markComing(part: Build): () => void {
  coming.add(part);
  markStarting(part);
  return () => coming.delete(part);
}

/** Marks a build that is in the page. Null: none of those is new, so the newest that is being fetched is marked. */
export function markStanding(part: Build | null): void {
  markStarting(part ?? [...coming].at(-1) ?? null);
}

/** The page goes, and ended well. What still runs in it is no mark for the next page, unless it is shown again. */
export function endMarks(): void {
  markStarting(null);
  gone = true;
  addEventListener('pageshow', () => (gone = false), { once: true });
}

const maxRemembered = 8;

/**
 * The builds that took a whole page of this tab with them, so that this page begins with none of
 * them. `before` are those of earlier pages, `now` is the one that the last page was starting when
 * it ended.
 */
export function readBroken(): { before: Build[]; now: Build | null } {
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
export function startWithout(part: Build): boolean {
  if (broken().some((known) => nameOfBuild(known) === nameOfBuild(part))) return false;
  markStarting(part);
  // From now on the mark is for the next page.
  kept = readMark(startingKey) !== '';
  return kept;
}

function broken(): Build[] {
  return readMark(brokeKey).split(' ').flatMap(partOf);
}

function remember(parts: readonly Build[]): void {
  writeMark(brokeKey, parts.slice(-maxRemembered).map(nameOfBuild).join(' '));
}

function partOf(name: string): Build[] {
  const [app = '', build] = name.split('@');
  return build === undefined ? [] : [{ app, build }];
}

function readMark(key: string): string {
  return readStored('sessionStorage', key) ?? '';
}

/** If the tab keeps nothing, a page that hung begins with the same build again. */
function writeMark(key: string, value: string): void {
  writeStored('sessionStorage', key, value);
}

const key = 'tallystick-reloaded-for';

/** The shell for which a tab of this session reloaded by itself; null: for none. */
export function readReloadedFor(): string | null {
  return readStored('sessionStorage', key);
}

/** If it is not kept, the page may load once more, until all of the site names the same shell. */
export function keepReloadedFor(shell: string): void {
  writeStored('sessionStorage', key, shell);
}
