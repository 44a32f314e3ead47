import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** When what has the focus goes from `section` (a row, a button), `heir` takes it: it is never lost. */
export function useFocusKept(
  section: RefObject<HTMLElement | null>,
  heir: RefObject<HTMLElement | null>,
): void {
  const last = useRef<Element | null>(null);

  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      last.current = target instanceof Element && section.current?.contains(target) ? target : null;
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [section]);

  // This runs after each change of the section.
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) heir.current?.focus({ preventScroll: true });
  });
}
