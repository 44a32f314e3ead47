import type { Actor } from '@tallystick/registry/contract/tokens';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Admin } from '../admin/admin.ts';
import { type Answer, passing, type Trouble } from '../admin/answer.ts';
import { strings } from '../strings.ts';

export type SessionState =
  | { phase: 'asking' }
  | { phase: 'unreachable'; trouble: Trouble }
  /** `notice`: why, where somebody was signed in before. */
  | { phase: 'visitor'; notice: string | null }
  /**
   * `ended`: the session is over, but what is on the page stays until somebody signs in again. `link`: the code of a link
   * that was opened meanwhile, which may sign in as somebody else; null: there is none.
   */
  | { phase: 'signed-in'; actor: Actor; ended: boolean; link: string | null };

const retry = 3_000;

/**
 * Who is signed in by the session's cookie; the token itself is kept nowhere in the browser.
 *
 * @param signInCode the code of a link that the page was opened by; it is used once. Anybody can send such a link: it takes
 *   nobody's session away unasked.
 */
export function useSession(open: (onEnded: () => void) => Admin, signInCode: string | null) {
  const code = useRef(signInCode);
  const [state, setState] = useState<SessionState>({ phase: 'asking' });
  const admin = useMemo(
    () =>
      open(() =>
        setState((last) => (last.phase === 'signed-in' ? { ...last, ended: true } : last)),
      ),
    [open],
  );

  useEffect(() => {
    if (state.phase !== 'asking' && state.phase !== 'unreachable') return;
    const end = new AbortController();
    const enter = async (signal: AbortSignal): Promise<SessionState> => {
      const { current } = code;
      const answer = await admin.session(signal);
      if (current === null || (!answer.ok && answer.code !== 'unauthorized'))
        return stateOf(answer, false);
      if (answer.ok) {
        code.current = null;
        return { ...signedIn(answer.value), link: current };
      }
      const opened = await admin.signIn(current);
      if (!opened.ok && passing.has(opened.code)) return { phase: 'unreachable', trouble: opened };
      code.current = null;
      return stateOf(await admin.session(signal), !opened.ok);
    };
    const wait = state.phase === 'asking' ? 0 : retry;
    const timer = setTimeout(() => {
      enter(end.signal).then(setState, () => {});
    }, wait);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [admin, state]);

  // Another tab may have signed in anew, which holds for this one, too.
  useEffect(() => {
    if (state.phase !== 'signed-in') return;
    const look = async () => {
      const answer = await admin.session();
      if (!answer.ok) return;
      // An answer that was asked for before somebody signed in, or out, says who was there then.
      setState((last) => (last === state ? { ...signedIn(answer.value), link: last.link } : last));
    };
    const onShown = () => void (document.hidden || look());
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [admin, state]);

  async function signIn(secret: string): Promise<Trouble | null> {
    const opened = await admin.signIn(secret);
    if (!opened.ok) return opened;
    const answer = await admin.session();
    if (!answer.ok) return answer;
    setState(signedIn(answer.value));
    return null;
  }

  /** Stays signed in as before, whatever link was opened. */
  function leaveLink(): void {
    setState((last) => (last.phase === 'signed-in' ? { ...last, link: null } : last));
  }

  async function signOut(): Promise<Answer<unknown>> {
    const answer = await admin.signOut();
    if (answer.ok || answer.code === 'unauthorized') {
      setState({ phase: 'visitor', notice: strings.session.signedOut });
    }
    return answer;
  }

  return { state, admin, signIn, signOut, leaveLink };
}

function signedIn(actor: Actor) {
  return { phase: 'signed-in', actor, ended: false, link: null } as const;
}

function stateOf(answer: Answer<Actor>, linkIsOver: boolean): SessionState {
  if (answer.ok) return signedIn(answer.value);
  return answer.code === 'unauthorized'
    ? { phase: 'visitor', notice: linkIsOver ? strings.session.linkIsOver : null }
    : { phase: 'unreachable', trouble: answer };
}
