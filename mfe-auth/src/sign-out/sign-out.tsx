import { redirect, useNavigate } from '@tallystick/shared/router';
import { clearStored, currentSession, signOut, startSession } from '@tallystick/shared/session';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { useEffect } from 'react';
import { strings } from '../strings.ts';

/** Milliseconds for which the page says what happens. */
const delay = 2_000;

/** Signing out is for those who are signed in; anybody else goes home. */
export async function loadSignOut(): Promise<Response | null> {
  await startSession();
  return currentSession().status === 'signed-in' ? null : redirect('/');
}

/**
 * Signs out whoever comes here: clears what the browser keeps at once, signs out after two seconds, then goes
 * home. Who leaves earlier is signed out at that moment.
 */
export function SignOut() {
  const navigate = useNavigate();
  useEffect(() => {
    const goHome = () => void navigate('/', { replace: true });
    // Who comes back in the history sees the page before its loader sends visitors home.
    if (currentSession().status !== 'signed-in') return goHome();
    clearStored();
    let left = false;
    let signingOut = false;
    const timer = setTimeout(async () => {
      signingOut = true;
      await signOut();
      if (!left) goHome();
    }, delay);
    // Who closes the page before the two seconds are over is signed out all the same.
    const leave = () => void signOut();
    addEventListener('pagehide', leave);
    return () => {
      left = true;
      clearTimeout(timer);
      removeEventListener('pagehide', leave);
      if (!signingOut) leave();
    };
  }, [navigate]);
  return (
    <>
      <PageHead title={strings.signOutPage} />
      <Spinner text={strings.signingOut} />
    </>
  );
}
