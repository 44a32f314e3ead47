import type { Board } from '@tallystick/registry/contract/board';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { useState } from 'react';
import { AppPanel } from '../app/app-panel.tsx';
import { PageTitle } from '../frame/page-title.tsx';
import { useReading } from '../live/use-reading.ts';
import { strings } from '../strings.ts';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { AppList } from './app-list.tsx';
import classes from './board-page.module.css';
import { ChannelChoice } from './channel-choice.tsx';
import { ChannelLine } from './channel-line.tsx';
import { HistoryAlert } from './history-alert.tsx';
import { Recalls } from './recalls.tsx';
import { ReleaseSet } from './release-set.tsx';
import { standings } from './standing.ts';
import { type OtherBoard, useOtherBoards } from './use-other-boards.ts';

interface BoardPageProps {
  readonly channel: string;
  /** The app whose panel is open. */
  readonly app: string | null;
}

/** What is live on a channel; beside it, or on a phone in its place, the panel of one app. */
export function BoardPage({ channel, app }: BoardPageProps) {
  const { value, at, trouble } = useReading(`board ${channel}`, (admin, signal) =>
    admin.board(channel, signal),
  );
  const { channels, others } = useOtherBoards(channel);
  const [chosen, setChosen] = useState<readonly string[]>([]);

  return (
    <div className={classes.page} data-panel={app !== null || undefined}>
      <section className={classes.board} aria-label={strings.board.title}>
        {app === null ? <PageTitle text={strings.board.title} /> : null}
        <ChannelChoice channel={channel} channels={channels} app={app} />
        <TroubleNotice trouble={trouble} shownAt={at} />
        {value === null ? (
          trouble === null ? (
            <Spinner text={strings.wait} />
          ) : null
        ) : (
          <Channel
            board={value}
            channel={channel}
            open={app}
            others={others}
            chosen={chosen}
            onChosen={setChosen}
          />
        )}
      </section>
      {app === null ? null : (
        <AppPanel key={`${channel} ${app}`} channel={channel} app={app} board={value} />
      )}
    </div>
  );
}

interface ChannelProps {
  readonly board: Board;
  readonly channel: string;
  readonly open: string | null;
  readonly others: readonly OtherBoard[];
  readonly chosen: readonly string[];
  readonly onChosen: (apps: readonly string[]) => void;
}

function Channel({ board, channel, open, others, chosen, onChosen }: ChannelProps) {
  const apps = standings(board);
  const there = chosen.filter((app) => apps.some((each) => each.app === app));
  return (
    <>
      <HistoryAlert alerts={board.alerts} />
      <ChannelLine board={board} />
      <Recalls board={board} />
      {apps.length === 0 ? (
        <div className={classes.empty}>
          <p>{strings.board.empty}</p>
          <p>
            <code>{strings.board.emptyHint}</code>
          </p>
        </div>
      ) : (
        <AppList
          apps={apps}
          channel={channel}
          open={open}
          others={others}
          chosen={there}
          onChosen={onChosen}
        />
      )}
      <ReleaseSet apps={there} onClear={() => onChosen([])} />
    </>
  );
}
