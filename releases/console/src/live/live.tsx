import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Connection, followEvents } from './follow-events.ts';

/** How often what is shown is read again without being told to, in milliseconds. */
const period = 3_000;

export interface Live {
  connection: Connection;
  /** Another number whenever what is shown should be read again. */
  beat: number;
  /** Reads everything again, now: after a change of one's own, or because somebody asks for it. */
  readAgain: () => void;
}

const LiveContext = createContext<Live>({
  connection: 'connecting',
  beat: 0,
  readAgain: () => {},
});

export function useLive(): Live {
  return useContext(LiveContext);
}

/**
 * Keeps what is shown below in step with the registry: it is read again when the registry tells of a
 * change, when somebody looks at the page again, and every few seconds, since numbers of "the last
 * hour" change by themselves. A hidden page rests.
 *
 * @param resting nothing is read at all: nobody is signed in
 */
export function LiveFeed({ resting, children }: { resting: boolean; children: ReactNode }) {
  const [beat, setBeat] = useState(0);
  const [connection, setConnection] = useState<Connection>('connecting');

  useEffect(() => {
    if (resting) return;
    const readAgain = () => setBeat((last) => last + 1);
    const following = followEvents({
      open: () => new EventSource('/v1/events'),
      onChanged: readAgain,
      onConnection: setConnection,
    });
    const look = () => {
      if (!document.hidden) readAgain();
    };
    const retry = () => {
      following.retry();
      readAgain();
    };
    const timer = setInterval(look, period);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', retry);
    return () => {
      following.stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', retry);
    };
  }, [resting]);

  const live = useMemo(
    () => ({ beat, connection, readAgain: () => setBeat((last) => last + 1) }),
    [beat, connection],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
