import { useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchKey } from './use-search-key.ts';

/** The search of the top bar, which lies over the bar of a narrow screen while it is open. */
export type Finding = ReturnType<typeof useFinding>;

export function useFinding() {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** What had the focus as it was opened. */
  const opener = useRef<Element>(null);
  const open = useCallback(() => {
    if (document.activeElement !== input.current) opener.current = document.activeElement;
    // At once: a phone shows its keyboard only for a focus that a touch brings about.
    flushSync(() => setOpen(true));
    input.current?.focus();
    input.current?.select();
  }, []);
  const close = useCallback(() => {
    opener.current = null;
    setOpen(false);
  }, []);
  /** Closes it, and leads back to where it was opened. */
  const back = useCallback(() => {
    const { current: from } = opener;
    input.current?.blur();
    close();
    if (from instanceof HTMLElement) from.focus({ preventScroll: true });
  }, [close]);
  useSearchKey(open);
  return useMemo(() => ({ input, isOpen, open, close, back }), [isOpen, open, close, back]);
}
