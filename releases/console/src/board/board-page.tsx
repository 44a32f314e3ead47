import type { Board } from '@tallystick/registry/contract/board';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { type ComponentProps, useState } from 'react';
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
            <Apps key={channel} board={value} channel={channel} open={app} others={others} />
          </>
        )}
      </section>
      {app === null ? null : (
        <AppPanel key={`${channel} ${app}`} channel={channel} app={app} board={value} />
      )}
    </div>
  );
}

interface AppsProps extends Pick<ComponentProps<typeof AppList>, 'channel' | 'open' | 'others'> {
  readonly board: Board;
}

function Apps({ board, ...rest }: AppsProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const apps = standings(board);
  const there = chosen.filter((name) => apps.some((each) => each.app === name));
  if (apps.length === 0) return <EmptyChannel />;
  return (
    <>
      <AppList apps={apps} chosen={there} onChosen={setChosen} {...rest} />
      <ReleaseSet apps={there} onClear={() => setChosen([])} />
    </>
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
