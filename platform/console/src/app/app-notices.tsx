import { ConcernNotice } from '../board/concern-notice.tsx';
import type { Standing } from '../board/standing.ts';
import { useBegin } from '../change/begin.tsx';
import { BuildName } from '../say/build-name.tsx';
import { Moment } from '../say/moment.tsx';
import { manages, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { StatusNotice } from '../ui/status-notice.tsx';

/** Whether anything is wrong with an app, in sentences, and what takes it away. */
export function AppStatus({ standing: { concerns, builds, build }, channel }: AppNoticesProps) {
  const told = concerns.filter(
    // What has its own place below: a lock, a recall, and a ramp that goes as it should.
    ({ code, severity }) =>
      code !== 'locked' && code !== 'recall' && !(code === 'ramp' && severity === 'calm'),
  );
  if (told.length > 0) {
    return told.map((concern) => (
      <ConcernNotice key={concern.says} concern={concern} channel={channel} />
    ));
  }
  const { browsers } = builds.find((one) => one.build === build)?.browsers ?? { browsers: 0 };
  const words = strings.app.status;
  return (
    <StatusNotice severity={browsers === 0 ? 'none' : 'calm'} title={words.title(browsers)}>
      <p>{words.well(browsers)}</p>
    </StatusNotice>
  );
}

interface AppNoticesProps {
  readonly standing: Standing;
  readonly channel: string;
}

/** What is out of the ordinary with an app: a failing build left to people, a paused canary, a freeze, a lock. */
export function AppNotices({ standing, channel }: AppNoticesProps) {
  const { app, left, paused, lock, frozen } = standing;
  return (
    <>
      {left === null ? null : (
        <StatusNotice severity="failing" title={titleAt(strings.app.left, left.at)}>
          <p>{left.text}</p>
        </StatusNotice>
      )}
      {paused === null ? null : <PausedNotice app={app} channel={channel} paused={paused} />}
      {frozen === null ? null : <ConcernNotice concern={frozen} channel={channel} />}
      {lock === null ? null : (
        <StatusNotice severity="watch" title={titleAt(strings.app.locked(lock.by), lock.at)}>
          <p>“{lock.reason}”</p>
        </StatusNotice>
      )}
    </>
  );
}

function titleAt(text: string, at: string) {
  return (
    <>
      {text}, <Moment at={at} />
    </>
  );
}

interface PausedNoticeProps {
  readonly app: string;
  readonly channel: string;
  readonly paused: NonNullable<Standing['paused']>;
}

/** A canary that the registry has taken from all browsers: why, and the ways on from there. */
function PausedNotice({ app, channel, paused }: PausedNoticeProps) {
  const begin = useBegin();
  const { actor } = useSignedIn();
  const words = strings.app.paused;
  const title = (
    <>
      {words.title(paused.percent)} <BuildName build={paused.build} />, <Moment at={paused.at} />
    </>
  );
  return (
    <StatusNotice severity="failing" title={title}>
      <p>{paused.reason}</p>
      <p>{words.wayOut}</p>
      {manages(actor, channel) ? (
        <p>
          <Action small onClick={() => begin({ kind: 'unhold', apps: [app], build: paused.build })}>
            {strings.actions.unhold}
          </Action>
        </p>
      ) : null}
    </StatusNotice>
  );
}
