import { Link } from '@tallystick/shared/router';
import { addressOf } from '../address/route.ts';
import { Timeline } from '../history/timeline.tsx';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import classes from './recent-revisions.module.css';

const few = 5;

interface RecentRevisionsProps {
  readonly channel: string;
  readonly app: string;
}

/** The newest revisions that moved an app. */
export function RecentRevisions({ channel, app }: RecentRevisionsProps) {
  const { value } = useQuery(`recent ${channel} ${app}`, (admin, signal) =>
    admin.history(channel, { app, before: null, limit: few }, signal),
  );
  if (value === null) return null;
  return (
    <section className={classes.recent}>
      <h2>{strings.app.recent}</h2>
      {value.revisions.length === 0 ? (
        <p>{strings.app.recentNone}</p>
      ) : (
        <>
          <Timeline channel={channel} revisions={value.revisions} app={app} level={3} />
          <p>
            <Link to={addressOf({ page: 'history', app, channel })}>{strings.app.all}</Link>
          </p>
        </>
      )}
    </section>
  );
}
