import { createContext } from 'react';
import {
  type Blocker,
  type BlockerFunction,
  IDLE_BLOCKER,
  type Location,
  NavigationType,
} from 'react-router-dom';
import { type Build, isSameBuild } from '../release/build.ts';

/** A part of the page that may have to be asked before somebody leaves it. */
export interface Blocking {
  /** The build that it belongs to; null: the shell's own. */
  readonly build: Build | null;
  when: boolean | BlockerFunction;
}

type Leaving = Parameters<BlockerFunction>[0];

/** A tab that is closed, or loaded anew, leads to no address of the site. */
const nowhere = { pathname: '', search: '', hash: '', state: null, key: 'default' };

/** The parts of this page that hold back whoever leaves it. */
export type Blockers = ReturnType<typeof createBlockers>;

/**
 * The router asks one blocker alone, the newest. So this is that one (`hold-back.tsx`), and asks each part, a page
 * and its widgets, in turn.
 *
 * @param isWithin whether an app with a router of its own has both paths: it goes about there by itself
 */
export function createBlockers(isWithin: (from: string, to: string) => boolean) {
  const parts = new Set<Blocking>();
  const listeners = new Set<() => void>();
  /** Those that hold the navigation back which the router has blocked, and were not asked yet. */
  let waiting: Blocking[] = [];
  /** Where the page is; null: nothing has been held back yet. */
  let here: Location | null = null;
  /** What the router says of the navigation that it has blocked. */
  let held: Blocker = IDLE_BLOCKER;
  let listens = false;

  const blocking = (args: Leaving) =>
    [...parts].filter(({ when }) => (typeof when === 'function' ? when(args) : when));
  const ask: BlockerFunction = (args) => {
    const { currentLocation, nextLocation } = args;
    const stays = isWithin(currentLocation.pathname, nextLocation.pathname);
    waiting = stays ? [] : blocking(args);
    return waiting.length > 0;
  };
  const unsaved = () => {
    if (here === null) return [];
    return blocking({
      ...{ currentLocation: here, nextLocation: nowhere },
      historyAction: NavigationType.Push,
    });
  };
  const beforeUnload = (event: Event) => {
    if (unsaved().length > 0) event.preventDefault();
  };
  /** Browsers keep no page for Back that listens to this: so only while one of them may hold back. */
  const listen = () => {
    const wanted = [...parts].some(({ when }) => when !== false);
    if (wanted === listens) return;
    listens = wanted;
    if (wanted) addEventListener('beforeunload', beforeUnload);
    else removeEventListener('beforeunload', beforeUnload);
  };

  const tell = () => {
    for (const listener of listeners) listener();
  };

  return {
    /** What the router asks. */
    ask,
    /** Takes what the router says of its blocker, and where the page is. */
    follow(location: Location, blocker: Blocker): void {
      here = location;
      if (held === blocker) return;
      held = blocker;
      tell();
    },
    /** The router has no blocker any more. */
    unfollow(): void {
      held = IDLE_BLOCKER;
    },
    /** Has a part be asked from now on; returns how to end that. */
    add(part: Blocking): () => void {
      parts.add(part);
      listen();
      tell();
      return () => {
        parts.delete(part);
        waiting = waiting.filter((each) => each !== part);
        listen();
        tell();
      };
    },
    /** Whether there is a part to ask. */
    hasParts: () => parts.size > 0,
    change(part: Blocking, when: Blocking['when']): void {
      part.when = when;
      listen();
    },
    /** Whether anything is unsaved in the page; of one build, if one is given. */
    any: (build?: Build): boolean =>
      unsaved().some((part) => build === undefined || isSameBuild(part.build, build)),
    /** What the router says to a part: the first of those that are asked is the one that holds. */
    stateOf: (part: Blocking): Blocker => (waiting[0] === part ? held : IDLE_BLOCKER),
    /** A part lets go; true if another one is asked now. */
    next(): boolean {
      if (waiting.length < 2) return false;
      waiting = waiting.slice(1);
      tell();
      return true;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Where a part stands: what it is asked by, and whose it is. */
export interface PartOfPage {
  readonly blockers: Blockers;
  readonly build: Build | null;
}

/** Null: nothing holds back, as where a page is rendered, or stands by itself in a test. */
export const PartContext = createContext<PartOfPage | null>(null);
