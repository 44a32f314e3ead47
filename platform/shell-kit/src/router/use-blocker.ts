import {
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  type Blocker,
  type BlockerFunction,
  UNSAFE_DataRouterContext as DataRouterContext,
  IDLE_BLOCKER,
} from 'react-router-dom';
import { type Blocking, PartContext } from './blockers.ts';

/**
 * As react-router's: holds back whoever leaves this page while `when` is true, or says so. Several parts of a page may
 * use it; each is asked. It also holds a tab that is closed, and a new shell. An app with a router of its own, below
 * `/notes/*`, is not asked within that path.
 */
export function useBlocker(when: boolean | BlockerFunction): Blocker {
  const router = useContext(DataRouterContext)?.router;
  const place = useContext(PartContext);
  const [part] = useState<Blocking>(() => ({ build: place?.build ?? null, when }));
  const blockers = place?.blockers;
  useLayoutEffect(() => blockers?.change(part, when), [blockers, part, when]);
  useEffect(
    () => (router === undefined ? undefined : blockers?.add(part, router)),
    [blockers, part, router],
  );
  const subscribe = useMemo(
    () => (listener: () => void) =>
      blockers === undefined || router === undefined
        ? () => {}
        : blockers.subscribe(router, listener),
    [blockers, router],
  );
  const now = () =>
    blockers === undefined || router === undefined ? IDLE_BLOCKER : blockers.stateOf(part, router);
  const state = useSyncExternalStore(subscribe, now, () => IDLE_BLOCKER);
  return useMemo(
    () =>
      state.state === 'blocked'
        ? { ...state, proceed: () => blockers?.next() || state.proceed() }
        : state,
    [blockers, state],
  );
}
