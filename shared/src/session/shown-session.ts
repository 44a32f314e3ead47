import type { Session } from './session-state.ts';
import { storedEmail } from './stored.ts';

export type ShownSession = ReturnType<typeof shownSession>;

/** The session as pages read it, and who has signed out since the page was loaded. */
export function shownSession(get: () => Session, set: (session: Session) => void) {
  /** An anonymous id never comes back: whoever still reports one of these is late. */
  const gone = new Set<string>();

  /** Shows the user with this id; null: a visitor. Sets nothing that is shown already. */
  const show = (id: string | null) => {
    const before = get();
    if (id === null) {
      if (before.status !== 'visitor') set({ status: 'visitor' });
      return;
    }
    const user = { id, email: storedEmail(id) };
    const known = before.status === 'signed-in' ? before.user : null;
    if (known?.id !== id || known.email !== user.email) set({ status: 'signed-in', user });
  };

  return {
    show,
    /** The id of the user that is shown, or null. */
    present: (): string | null => {
      const session = get();
      return session.status === 'signed-in' ? session.user.id : null;
    },
    /** Notes that `id` signed out, and shows a visitor. */
    leave: (id: string | null) => {
      if (id !== null) gone.add(id);
      show(null);
    },
    hasLeft: (id: string) => gone.has(id),
  };
}
