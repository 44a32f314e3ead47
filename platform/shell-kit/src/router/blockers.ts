import { createContext } from 'react';
import {
  type Blocker,
  type BlockerFunction,
  type DataRouter,
  IDLE_BLOCKER,
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

/** The router's key of the one blocker that it supports. */
const key = 'unsaved';

/** The parts of this page that hold back whoever leaves it. */
type Blockers = ReturnType<typeof createBlockers>;

/**
 * The router asks one blocker alone, the newest. So this is that one, and asks each part, a page and its widgets, in
 * turn.
 *
 * @param isWithin whether an app with a router of its own has both paths: it goes about there by itself
 */
export function createBlockers(isWithin: (from: string, to: string) => boolean) {
  const parts = new Set<Blocking>();
  const listeners = new Set<() => void>();
  /** Those that hold the navigation back which the router has blocked, and were not asked yet. */
  let waiting: Blocking[] = [];
  let router: DataRouter | null = null;
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
    if (router === null) return [];
    const { location: currentLocation } = router.state;
    return blocking({ currentLocation, nextLocation: nowhere, historyAction: NavigationType.Push });
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

  return {
    /** Has a part be asked from now on; returns how to end that. */
    add(part: Blocking, of: DataRouter): () => void {
      if (parts.size === 0) of.getBlocker(key, ask);
      router = of;
      parts.add(part);
      listen();
      return () => {
        parts.delete(part);
        waiting = waiting.filter((each) => each !== part);
        if (parts.size === 0) of.deleteBlocker(key);
        listen();
      };
    },
    change(part: Blocking, when: Blocking['when']): void {
      part.when = when;
      listen();
    },
    /** Whether anything is unsaved in the page; of one build, if one is given. */
    any: (build?: Build): boolean =>
      unsaved().some((part) => build === undefined || isSameBuild(part.build, build)),
    /** What the router says to a part: the first of those that are asked is the one that holds. */
    stateOf: (part: Blocking, { state }: DataRouter): Blocker =>
      waiting[0] === part ? (state.blockers.get(key) ?? IDLE_BLOCKER) : IDLE_BLOCKER,
    /** A part lets go; true if another one is asked now. */
    next(): boolean {
      if (waiting.length < 2) return false;
      waiting = waiting.slice(1);
      for (const listener of listeners) listener();
      return true;
    },
    subscribe(of: DataRouter, listener: () => void): () => void {
      listeners.add(listener);
      const stop = of.subscribe(() => listener());
      return () => {
        listeners.delete(listener);
        stop();
      };
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
