import { useEffect, useRef, useState } from 'react';
import type { Admin } from '../admin/admin.ts';
import type { Answer, Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import { useLive } from './live.tsx';
import { type Readings, startReadings } from './reading.ts';

/** Something of the registry, kept in step with it. */
export interface Reading<T> {
  /** What was read last; it stays while newer is read, and when that fails. */
  value: T | null;
  /** When that was, in milliseconds since 1970. */
  at: number | null;
  /** Why the last try failed; null if it did not. */
  trouble: Trouble | null;
}

/**
 * Reads something, and again at each beat.
 *
 * @param key names what is read: with another key it is another thing, and the last value is dropped
 */
export function useReading<T>(
  key: string,
  read: (admin: Admin, signal: AbortSignal) => Promise<Answer<T>>,
): Reading<T> {
  const admin = useAdmin();
  const { beat } = useLive();
  const [state, setState] = useState<Reading<T> & { key: string }>({ key, ...unread });
  const latest = useRef(read);
  const readings = useRef<Readings>(null);
  const seen = useRef(beat);

  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    const started = startReadings(
      (signal) => latest.current(admin, signal),
      (answer) => {
        setState((last) => {
          const before = last.key === key ? last : unread;
          return answer.ok
            ? { key, value: answer.value, at: Date.now(), trouble: null }
            : { key, value: before.value, at: before.at, trouble: answer };
        });
      },
    );
    readings.current = started;
    return () => started.stop();
  }, [admin, key]);
  useEffect(() => {
    if (seen.current === beat) return;
    seen.current = beat;
    readings.current?.again();
  }, [beat]);

  return state.key === key ? state : unread;
}

const unread = { value: null, at: null, trouble: null };
