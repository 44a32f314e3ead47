import { type RefObject, useEffect } from 'react';
import { watchReader } from './holds.ts';
import type { ReadingInput } from './reading.ts';

interface ReadingAreaRefs {
  readonly rows: RefObject<HTMLElement | null>;
  readonly top: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLElement | null>;
}

/** Tells a reading when somebody begins and ends to read. `dispatch` is stable. */
export function useWatchedReader(
  { rows, top, button }: ReadingAreaRefs,
  dispatch: (input: ReadingInput) => void,
): void {
  useEffect(() => {
    if (!rows.current || !top.current || !button.current) return;
    const area = { rows: rows.current, top: top.current, button: button.current };
    return watchReader(area, (hold, on) => dispatch({ type: 'hold', hold, on }));
  }, [rows, top, button, dispatch]);
}
