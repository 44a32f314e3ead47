import { ledger } from '@tallystick/shared/api';
import { redirect, useNavigate, useNavigation } from '@tallystick/shared/router';
import {
  currentSession,
  prepareSignIn,
  signIn as signInAtProvider,
  startSession,
  useSession,
} from '@tallystick/shared/session';
import { siteConfiguration } from '@tallystick/shared/site';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { useEffect } from 'react';
import { strings } from '../strings.ts';
import { createSignIn } from './sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Both addresses of the page share one, so that a person who comes back finds it as they left it. */
const signIn = createSignIn({
  createCode: ledger.createCode,
  checkCode: ledger.checkCode,
  prepare: prepareSignIn,
  signIn: signInAtProvider,
});

/** Redirects a person who is already signed in to where signing in leads. */
export async function loadAccess(): Promise<Response | null> {
  await startSession();
  if (currentSession().status !== 'signed-in') return null;
  signIn.dispatch({ type: 'signed-in' });
  return redirect('/auth/next');
}

export function Access() {
  const navigate = useNavigate();
  // A person who is on the way to another page when the sign-in completes is not led back.
  const stays = useNavigation().state === 'idle';
  const { status } = useSession();
  const { outboxUrl } = siteConfiguration();
  useEffect(() => {
    // Here or in another tab.
    if (status !== 'signed-in') return;
    signIn.dispatch({ type: 'signed-in' });
    if (stays) void navigate('/auth/next', { replace: true });
  }, [status, stays, navigate]);
  return (
    <>
      <PageHead title={strings.access} />
      <p>{strings.nothingHidden}</p>
      <p>{strings.intro}</p>
      {outboxUrl !== undefined && (
        <p>
          {strings.outbox}{' '}
          <a href={outboxUrl} target="_blank" rel="noopener">
            {strings.outboxLink}
          </a>
          .
        </p>
      )}
      <SignInForm signIn={signIn} />
    </>
  );
}
