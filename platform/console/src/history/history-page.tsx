import type { Revision } from '@tallystick/registry/contract/channel';
import type { SourcedBuild } from '@tallystick/registry/contract/provenance';
import { useGoTo } from '../address/use-route.ts';
import { ChannelLine } from '../board/channel-line.tsx';
import { PageTitle } from '../frame/page-title.tsx';
import { Together } from '../live/together.tsx';
import { answered, useQuery } from '../live/use-query.ts';
import { KnownBuilds } from '../say/build-names.ts';
import { manages, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { SelectField } from '../ui/field.tsx';
import page from '../ui/page.module.css';
import classes from './history-page.module.css';
import { PagedList, type ReadPage } from './paged-list.tsx';
import { Timeline } from './timeline.tsx';
import { Verify } from './verify.tsx';

const pageLength = 25;
const none: readonly SourcedBuild[] = [];

interface HistoryPageProps {
  readonly channel: string;
  /** Only what moved this app. */
  readonly app: string | null;
}

/** What was done to a channel, newest first. */
export function HistoryPage({ channel, app }: HistoryPageProps) {
  const goTo = useGoTo();
  const { actor } = useSignedIn();
  const builds = useQuery('builds', (admin, signal) => admin.builds(null, signal));
  const board = useQuery(`board ${channel}`, (admin, signal) => admin.board(channel, signal));
  const apps = new Set([...(board.value?.apps ?? []), ...(app === null ? [] : [app])]);
  return (
    <div className={page.page}>
      <div className={classes.head}>
        <PageTitle text={strings.history.title} />
        <SelectField
          label={strings.history.filter}
          options={[
            { value: '', text: strings.history.everyApp },
            ...[...apps].sort().map((name) => ({ value: name, text: name })),
          ]}
          value={app ?? ''}
          onValue={(name) => goTo({ page: 'history', app: name || null, channel })}
        />
      </div>
      <Together ready={answered(board) && answered(builds)}>
        {board.value === null ? null : <ChannelLine board={board.value} />}
        {manages(actor) ? <Verify /> : null}
        <PagedList
          key={`${channel} ${app}`}
          name={`history ${channel} ${app}`}
          read={readHistory(channel, app)}
          numberOf={({ revision }) => revision}
          empty={app === null ? strings.history.empty : strings.history.emptyFor(app)}
        >
          {(revisions) => (
            <KnownBuilds value={builds.value ?? none}>
              <Timeline
                channel={channel}
                revisions={revisions}
                locks={board.value?.locks ?? []}
                app={app}
                level={2}
              />
            </KnownBuilds>
          )}
        </PagedList>
      </Together>
    </div>
  );
}

function readHistory(channel: string, app: string | null): ReadPage<Revision> {
  return async (admin, before, signal) => {
    const answer = await admin.history(channel, { app, before, limit: pageLength }, signal);
    if (!answer.ok) return answer;
    const { revisions: items, next } = answer.value;
    return { ok: true, value: { items, next } };
  };
}
