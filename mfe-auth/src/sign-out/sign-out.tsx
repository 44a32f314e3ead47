import { redirect, useNavigate } from '@tallystick/shared/router';
import { clearStored, currentSession, signOut, startSession } from '@tallystick/shared/session';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { useEffect } from 'react';
import { strings } from '../strings.ts';

const delay = 2000;

/** Signing out is for those who are signed in; anybody else goes home. */
export async function loadSignOut(): Promise<Response | null> {
  await startSession();
  return currentSession().status === 'signed-in' ? null : redirect('/');
}

/**
 * Clears what the browser keeps at once, signs out after two seconds, and goes home. Whoever leaves
 * the page earlier is signed out at that moment.
 */
export function SignOut() {
  const navigate = useNavigate();
  useEffect(() => {
    clearStored();
    let waiting = true;
    const timer = setTimeout(async () => {
      waiting = false;
      await signOut();
      void navigate('/', { replace: true });
    }, delay);
    return () => {
      clearTimeout(timer);
      if (waiting) void signOut();
    };
  }, [navigate]);
  return (
    <>
      <PageHead title={strings.signOutPage} />
      <Spinner text={strings.signingOut} />
    </>
  );
}
