import {
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Blocker, type BlockerFunction, IDLE_BLOCKER } from 'react-router-dom';
import { type Blocking, PartContext } from './blockers.ts';

const toNobody = () => () => {};

/**
 * As react-router's: holds back whoever leaves this page while `when` is true, or says so. Several parts of a page may
 * use it; each is asked. It also holds a tab that is closed, and a new shell. An app with a router of its own, below
 * `/notes/*`, is not asked within that path.
 */
export function useBlocker(when: boolean | BlockerFunction): Blocker {
  const place = useContext(PartContext);
  const [part] = useState<Blocking>(() => ({ build: place?.build ?? null, when }));
  const blockers = place?.blockers;
  useLayoutEffect(() => blockers?.change(part, when), [blockers, part, when]);
  useEffect(() => blockers?.add(part), [blockers, part]);
  const now = () => blockers?.stateOf(part) ?? IDLE_BLOCKER;
  const state = useSyncExternalStore(blockers?.subscribe ?? toNobody, now, () => IDLE_BLOCKER);
  return useMemo(
    () =>
      state.state === 'blocked'
        ? { ...state, proceed: () => blockers?.next() || state.proceed() }
        : state,
    [blockers, state],
  );
}
