import { Link, redirect } from '@tallystick/shared/router';
import {
  currentSession,
  type SessionUser,
  startSession,
  useSession,
} from '@tallystick/shared/session';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { handFocusOn } from '@tallystick/ui/button';
import { Facts } from '@tallystick/ui/facts';
import { strings } from '../strings.ts';
import classes from './account.module.css';

/** There is nobody to show before signing in. */
export async function loadAccount(): Promise<Response | null> {
  await startSession();
  return currentSession().status === 'signed-in' ? null : redirect('/auth');
}

/** Who is signed in, and what there is to do now. */
export function Account() {
  const session = useSession();
  return (
    <>
      <PageHead title={strings.account} />
      {session.status === 'signed-in' ? <SignedIn user={session.user} /> : <SignedOut />}
    </>
  );
}

function SignedIn({ user: { id, email } }: { readonly user: SessionUser }) {
  return (
    <>
      <Facts
        facts={[
          { name: strings.signedInAs, value: email ?? strings.unknownEmail },
          { name: strings.id, value: <code>{id}</code> },
        ]}
      />
      <h2 className={classes.next}>{strings.whatNow}</h2>
      <p>{strings.nothingHidden}</p>
      <ul ref={handFocusOn} className={classes.ways}>
        <li>
          <Link to="/">{strings.latest}</Link>
        </li>
        <li>
          <Link to="/assets">{strings.assets}</Link>
        </li>
        <li>
          <Link to="/auth/x">{strings.signOut}</Link>
        </li>
      </ul>
      <p className={classes.note}>{strings.sharedDevice}</p>
    </>
  );
}

/** Signed out meanwhile, in another tab or by the identity provider. */
function SignedOut() {
  return (
    <p role="status">
      {strings.signedOut} <Link to="/auth">{strings.signInAgain}</Link>
    </p>
  );
}
