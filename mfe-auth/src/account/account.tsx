import { Link, redirect } from '@tallystick/shared/router';
import { currentSession, startSession, useSession } from '@tallystick/shared/session';
import { Facts } from '@tallystick/shared/ui/facts';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { strings } from '../strings.ts';
import classes from './account.module.css';

/** There is nobody to show before signing in. */
export async function loadAccount(): Promise<Response | null> {
  await startSession();
  return currentSession().status === 'signed-in' ? null : redirect('/auth');
}

/** Who is signed in. */
export function Account() {
  const session = useSession();
  if (session.status !== 'signed-in') return <PageHead title={strings.account} />;
  const { id, email } = session.user;
  return (
    <>
      <PageHead title={strings.account} />
      <Facts
        facts={[
          { name: strings.signedInAs, value: email ?? strings.unknownEmail },
          { name: strings.id, value: <code>{id}</code> },
        ]}
      />
      <p className={classes.ways}>
        <Link to="/">{strings.latest}</Link>
        <Link to="/auth/x">{strings.signOut}</Link>
      </p>
    </>
  );
}
