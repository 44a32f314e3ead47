import { serverNow } from '@tallystick/timing/server-clock';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Admin } from '../admin/admin.ts';
import type { Answer, Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import { useLive } from './live.tsx';
import { type Query, startQuery } from './query.ts';
import { useWait } from './together.tsx';

/** The state of a query of the registry. */
export interface QueryState<T> {
  /** The last value; it stays while a newer one is fetched, and when that fails. */
  value: T | null;
  /** When it was fetched, in milliseconds since 1970. */
  at: number | null;
  /** Why the last fetch failed; null if it did not. */
  trouble: Trouble | null;
}

/** Whether a query has been answered, or has failed. */
export function answered({ value, trouble }: QueryState<unknown>): boolean {
  return value !== null || trouble !== null;
}

/**
 * Fetches something, and again at each tick. What is together with others waits for its first answer.
 *
 * @param key names what is fetched: with another key the last value is dropped
 */
export function useQuery<T>(
  key: string,
  fetch: (admin: Admin, signal: AbortSignal) => Promise<Answer<T>>,
): QueryState<T> {
  const admin = useAdmin();
  const { tick } = useLive();
  const wait = useWait();
  const [state, setState] = useState<QueryState<T> & { key: string }>({ key, ...empty });
  const fetchLatest = useEffectEvent(fetch);
  const query = useRef<Query>(null);
  const seen = useRef(tick);

  useEffect(() => {
    const come = wait();
    const started = startQuery(
      (signal) => fetchLatest(admin, signal),
      (answer) => {
        setState((last) => {
          const before = last.key === key ? last : empty;
          return answer.ok
            ? { key, value: answer.value, at: serverNow(), trouble: null }
            : { key, value: before.value, at: before.at, trouble: answer };
        });
        come();
      },
    );
    query.current = started;
    return () => {
      started.stop();
      come();
    };
  }, [admin, key, wait]);
  useEffect(() => {
    if (seen.current === tick) return;
    seen.current = tick;
    query.current?.refetch();
  }, [tick]);

  return state.key === key ? state : empty;
}

const empty = { value: null, at: null, trouble: null };
