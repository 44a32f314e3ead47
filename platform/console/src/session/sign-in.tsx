import { Mark } from '../frame/mark.tsx';
import { signInParts } from '../parts/all-parts.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody } from '../ui/dialog.tsx';
import classes from './sign-in.module.css';
import { type SignIn, SignInForm } from './sign-in-form.tsx';

interface SignInPageProps {
  /** What has happened to the session before. */
  readonly notice: string | null;
  readonly signIn: SignIn;
}

/** The page for who is not signed in. */
export function SignInPage({ notice, signIn }: SignInPageProps) {
  return (
    <main className={classes.page}>
      <title>{strings.title(strings.session.title)}</title>
      <div className={classes.sheet}>
        <p className={classes.desk}>
          <Mark />
          {strings.desk}
        </p>
        <p className={classes.lead}>{strings.session.lead}</p>
        <h1>{strings.session.title}</h1>
        <p className={classes.notice} role="status">
          {notice}
        </p>
        <OtherWays apart={false} />
        <SignInForm signIn={signIn} />
      </div>
    </main>
  );
}

function OtherWays({ apart }: { readonly apart: boolean }) {
  return signInParts.map(({ name, Way }) => <Way key={name} apart={apart} />);
}

/** Over the page, when the session ended meanwhile. */
export function SessionEnded({ signIn }: { readonly signIn: SignIn }) {
  return (
    <Dialog title={strings.session.ended}>
      <DialogBody>
        <p className={classes.lead}>{strings.session.endedLead}</p>
        <OtherWays apart />
        <SignInForm signIn={signIn} />
      </DialogBody>
    </Dialog>
  );
}
