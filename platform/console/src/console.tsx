import { openAdmin } from './admin/admin.ts';
import { AdminContext } from './admin/use-admin.ts';
import { Frame } from './frame/frame.tsx';
import { LiveFeed } from './live/live.tsx';
import { Page } from './page.tsx';
import { LinkQuestion } from './session/link-question.tsx';
import { useSession } from './session/session.ts';
import { SessionEnded, SignInPage } from './session/sign-in.tsx';
import { SessionContext } from './session/signed-in.ts';
import { strings } from './strings.ts';
import { TroubleNotice } from './ui/trouble-notice.tsx';

interface ConsoleProps {
  /** The code of a link or of a sign-in that the page was opened by. */
  readonly signInCode: string | null;
  /** Why a sign-in by another way came to nothing; null: none did. */
  readonly notice: string | null;
}

/**
 * The console: signed out, a page to sign in; signed in, the page of the address. When the session
 * ends under somebody's hands they sign in over what they see, and go on there.
 */
export function Console({ signInCode, notice }: ConsoleProps) {
  const session = useSession(openAdmin, signInCode);
  const { state, admin } = session;
  if (state.phase === 'asking') return <title>{strings.desk}</title>;
  if (state.phase === 'unreachable') return <TroubleNotice trouble={state.trouble} />;
  if (state.phase === 'visitor') {
    return <SignInPage notice={state.notice ?? notice} signIn={session.signIn} />;
  }
  return (
    <AdminContext value={admin}>
      <SessionContext value={{ actor: state.actor, signOut: session.signOut }}>
        <LiveFeed paused={state.ended}>
          <Frame>
            <Page />
          </Frame>
        </LiveFeed>
        {state.ended ? <SessionEnded signIn={session.signIn} /> : null}
        {state.link === null || state.ended ? null : (
          <LinkQuestion code={state.link} signIn={session.signIn} onClose={session.leaveLink} />
        )}
      </SessionContext>
    </AdminContext>
  );
}
