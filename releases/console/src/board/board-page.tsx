import { Spinner } from '@tallystick/shared/ui/spinner';
import { useState } from 'react';
import { AppPanel } from '../app/app-panel.tsx';
import { PageTitle } from '../frame/page-title.tsx';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { AppList } from './app-list.tsx';
import { Breaches, HistoryAlert } from './board-notices.tsx';
import classes from './board-page.module.css';
import { ChannelChoice } from './channel-choice.tsx';
import { ChannelLine } from './channel-line.tsx';
import { Recalls } from './recalls.tsx';
import { ReleaseSet } from './release-set.tsx';
import { standings } from './standing.ts';
import { useOtherBoards } from './use-other-boards.ts';

interface BoardPageProps {
  readonly channel: string;
  /** The app whose panel is open. */
  readonly app: string | null;
}

/** What is live on a channel; beside it, or on a phone in its place, the panel of one app. */
export function BoardPage({ channel, app }: BoardPageProps) {
  const { value, at, trouble } = useQuery(`board ${channel}`, (admin, signal) =>
    admin.board(channel, signal),
  );
  const { channels, others } = useOtherBoards(channel);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const apps = value === null ? [] : standings(value);
  const there = chosen.filter((name) => apps.some((each) => each.app === name));

  return (
    <div className={classes.page} data-panel={app !== null || undefined}>
      <section className={classes.board} aria-label={strings.board.title}>
        {app === null ? <PageTitle text={strings.board.title} /> : null}
        <ChannelChoice channel={channel} channels={channels} app={app} />
        <TroubleNotice trouble={trouble} shownAt={at} />
        {value === null && trouble === null ? <Spinner text={strings.wait} /> : null}
        {value === null ? null : (
          <>
            <HistoryAlert alerts={value.alerts} />
            <ChannelLine board={value} />
            <Recalls board={value} />
            <Breaches breaches={value.breaches} />
            {apps.length === 0 ? (
              <EmptyChannel />
            ) : (
              <AppList
                apps={apps}
                channel={channel}
                open={app}
                others={others}
                chosen={there}
                onChosen={setChosen}
              />
            )}
            <ReleaseSet apps={there} onClear={() => setChosen([])} />
          </>
        )}
      </section>
      {app === null ? null : (
        <AppPanel key={`${channel} ${app}`} channel={channel} app={app} board={value} />
      )}
    </div>
  );
}

function EmptyChannel() {
  return (
    <div className={classes.empty}>
      <p>{strings.board.empty}</p>
      <p>
        <code>{strings.board.emptyHint}</code>
      </p>
    </div>
  );
}
