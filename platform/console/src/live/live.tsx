import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Connection, followEvents } from './follow-events.ts';

/** Milliseconds between two fetches without an event. */
const periodMs = 3_000;

export interface Live {
  connection: Connection;
  /** Changes whenever what is shown should be fetched again. */
  tick: number;
  /** Fetches everything again, now: after a change of one's own. */
  refetchAll: () => void;
}

const LiveContext = createContext<Live>({
  connection: 'connecting',
  tick: 0,
  refetchAll: () => {},
});

export function useLive(): Live {
  return useContext(LiveContext);
}

/**
 * Keeps what is shown below in step with the registry. It is fetched again when the registry sends an
 * event, and when the page becomes visible. It is also fetched every few seconds, since numbers of "the last hour"
 * change without an event. Nothing is fetched while the page is hidden.
 *
 * @param paused nothing is fetched at all: nobody is signed in
 */
export function LiveFeed({ paused, children }: { paused: boolean; children: ReactNode }) {
  const [tick, setTick] = useState(0);
  const [refetchAll] = useState(() => () => setTick((last) => last + 1));
  const [connection, setConnection] = useState<Connection>('connecting');

  useEffect(() => {
    if (paused) return;
    const look = () => {
      if (!document.hidden) refetchAll();
    };
    const following = followEvents({ onChanged: look, onConnection: setConnection });
    const retry = () => {
      following.retry();
      refetchAll();
    };
    const timer = setInterval(look, periodMs);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', retry);
    return () => {
      following.stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', retry);
    };
  }, [paused, refetchAll]);

  const live = useMemo(() => ({ tick, connection, refetchAll }), [tick, connection, refetchAll]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
