import { type RefObject, useEffect } from 'react';
import type { SignInState } from './machine.ts';

interface Places {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly email: RefObject<HTMLInputElement | null>;
  readonly code: RefObject<HTMLInputElement | null>;
  /** The button that leads on. */
  readonly next: RefObject<HTMLButtonElement | null>;
}

/**
 * Puts the focus where the next thing is to be done, each time that changes or something failed. A
 * wrong code is selected, so that the next one takes its place. Leaves the focus alone once
 * somebody has gone elsewhere on the page.
 */
export function useHand(state: SignInState, { form, email, code, next }: Places): void {
  const { name } = state;
  const failure = 'failure' in state ? state.failure : null;
  useEffect(() => {
    const place = placeOf(name, { email, code, next });
    // The shell gives a new page the focus after this effect.
    queueMicrotask(() => {
      if (!place?.current || !form.current || isElsewhere(form.current)) return;
      place.current.focus();
      if (failure && place.current === code.current) code.current?.select();
    });
  }, [name, failure, form, email, code, next]);
}

function placeOf(name: SignInState['name'], { email, code, next }: Omit<Places, 'form'>) {
  if (name === 'entering') return email;
  if (name === 'sent') return code;
  return name === 'refused' || name === 'expired' ? next : null;
}

/** The focus is neither in `form` nor on something that holds it. */
function isElsewhere(form: HTMLElement): boolean {
  const { activeElement } = document;
  return activeElement !== null && !activeElement.contains(form) && !form.contains(activeElement);
}
