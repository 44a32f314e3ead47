import { redirect, useNavigate } from '@tallystick/shared/router';
import { clearStored, currentSession, signOut, startSession } from '@tallystick/shared/session';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { useEffect } from 'react';
import { strings } from '../strings.ts';
import { startDeparture } from './departure.ts';

/** Signing out is for those who are signed in; anybody else goes home. */
export async function loadSignOut(): Promise<Response | null> {
  await startSession();
  return currentSession().status === 'signed-in' ? null : redirect('/');
}

/** Signs out whoever comes here. */
export function SignOut() {
  const navigate = useNavigate();
  useEffect(() => {
    const goHome = () => void navigate('/', { replace: true });
    // Who comes back in the history sees the page before its loader sends visitors home.
    if (currentSession().status !== 'signed-in') return goHome();
    const stop = startDeparture({ clearStored, signOut, goHome });
    // Who closes the page before the two seconds are over is signed out all the same.
    const leave = () => void signOut();
    addEventListener('pagehide', leave);
    return () => {
      stop();
      removeEventListener('pagehide', leave);
    };
  }, [navigate]);
  return (
    <>
      <PageHead title={strings.signOutPage} />
      <Spinner text={strings.signingOut} />
    </>
  );
}
