import { ledger } from '@tallystick/shared/api';
import { redirect, useNavigate } from '@tallystick/shared/router';
import { currentSession, signIn, startSession } from '@tallystick/shared/session';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { strings } from '../strings.ts';
import { SignInForm } from './sign-in-form.tsx';
import type { SignInServices } from './use-sign-in.ts';

const services: SignInServices = {
  createCode: ledger.createCode,
  checkCode: ledger.checkCode,
  signIn,
};

/** Whoever is signed in already goes where signing in leads. */
export async function loadAccess(): Promise<Response | null> {
  await startSession();
  return currentSession().status === 'signed-in' ? redirect('/auth/next') : null;
}

export function Access() {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title={strings.access} />
      <p>{strings.intro}</p>
      <SignInForm
        services={services}
        onDone={() => void navigate('/auth/next', { replace: true })}
      />
    </>
  );
}
