import { useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchKey } from './use-search-key.ts';

/** The search of the top bar, which lies over the bar of a narrow screen while it is open. */
export type Finding = ReturnType<typeof useFinding>;

export function useFinding() {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => {
    // At once: a phone shows its keyboard only for a focus that a touch brings about.
    flushSync(() => setOpen(true));
    input.current?.focus();
    input.current?.select();
  }, []);
  const close = useCallback(() => setOpen(false), []);
  useSearchKey(open);
  return useMemo(() => ({ input, isOpen, open, close }), [isOpen, open, close]);
}
