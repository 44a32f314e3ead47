import { redirect, useNavigate, useNavigation } from '@tallystick/shared/router';
import { clearStored, currentSession, signOut, startSession } from '@tallystick/shared/session';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { Spinner } from '@tallystick/ui/spinner';
import { useEffect, useState } from 'react';
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
  const stays = useNavigation().state === 'idle';
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    // Who comes back in the history sees the page before its loader sends visitors home.
    if (currentSession().status !== 'signed-in') return setOut(true);
    clearStored();
    let signingOut = false;
    const timer = setTimeout(async () => {
      signingOut = true;
      await signOut();
      setOut(true);
    }, delay);
    // Who closes the page before the two seconds are over is signed out all the same.
    const leave = () => void signOut();
    addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', leave);
      if (!signingOut) leave();
    };
  }, []);
  // A person who has already left for another page is not sent home, which would break off that navigation.
  useEffect(() => {
    if (isOut && stays) void navigate('/', { replace: true });
  }, [isOut, stays, navigate]);
  return (
    <>
      <PageHead title={strings.signOutPage} />
      <Spinner text={strings.signingOut} />
    </>
  );
}
