import { openChoice } from '@tallystick/ui/choice';
import { useChoice } from '@tallystick/ui/use-choice';
import { useLayoutEffect } from 'react';

/** Leads to the search from anywhere on the site. */
export const searchKey = '/';

/** Who speaks to the computer may have to do without keys that are one character. */
export const searchKeyChoice = openChoice('shortcut', ['on', 'off'], 'on');

/** Calls `open` for the key, unless one is writing somewhere, or has switched it off. */
export function useSearchKey(open: () => void): void {
  const [choice] = useChoice(searchKeyChoice);
  // A layout effect runs before the field is painted: whoever sees it may press the key.
  useLayoutEffect(() => {
    if (choice === 'off') return;
    const look = (event: KeyboardEvent) => {
      if (event.key !== searchKey || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || event.isComposing || isWriting(event.target)) return;
      event.preventDefault();
      open();
    };
    // In the capture phase: a page of an older build has the same key for a box of its own.
    addEventListener('keydown', look, true);
    return () => removeEventListener('keydown', look, true);
  }, [open, choice]);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
