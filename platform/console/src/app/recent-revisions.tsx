import type { AppLock } from '@tallystick/registry/contract/history';
import { Link } from 'react-router-dom';
import { addressOf } from '../address/route.ts';
import { Timeline } from '../history/timeline.tsx';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import { Section } from '../ui/section.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';

const few = 5;

interface RecentRevisionsProps {
  readonly channel: string;
  readonly app: string;
  /** Locks that hold on the channel now. */
  readonly locks: readonly AppLock[];
}

/** The newest revisions that moved an app. */
export function RecentRevisions({ channel, app, locks }: RecentRevisionsProps) {
  const { value, trouble } = useQuery(`recent ${channel} ${app}`, (admin, signal) =>
    admin.history(channel, { app, before: null, limit: few }, signal),
  );
  if (value === null) return <TroubleNotice trouble={trouble} />;
  return (
    <Section
      title={strings.app.recent}
      none={value.revisions.length === 0 && strings.app.recentNone}
    >
      <Timeline channel={channel} revisions={value.revisions} locks={locks} app={app} level={3} />
      <p>
        <Link to={addressOf({ page: 'history', app, channel })}>{strings.app.all}</Link>
      </p>
    </Section>
  );
}
