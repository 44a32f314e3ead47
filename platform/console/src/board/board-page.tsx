import type { Board } from '@tallystick/registry/contract/board';
import type { SourcedBuild } from '@tallystick/registry/contract/provenance';
import { Segments } from '@tallystick/ui/segments';
import { Spinner } from '@tallystick/ui/spinner';
import { useGoTo, useRoute } from '../address/use-route.ts';
import { AppPanel } from '../app/app-panel.tsx';
import { PageTitle } from '../frame/page-title.tsx';
import { Together } from '../live/together.tsx';
import { answered, type QueryState, useQuery } from '../live/use-query.ts';
import { boardPanels } from '../parts/all-parts.ts';
import { KnownBuilds } from '../say/build-names.ts';
import { strings } from '../strings.ts';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { AppList } from './app-list.tsx';
import { Breaches, Shouts } from './board-notices.tsx';
import classes from './board-page.module.css';
import { ChannelLine } from './channel-line.tsx';
import { Differences } from './differences.tsx';
import { Recalls } from './recalls.tsx';
import { Situation } from './situation.tsx';
import { useOtherBoards } from './use-other-boards.ts';

interface BoardPageProps {
  readonly channel: string;
  /** The app whose panel is open. */
  readonly app: string | null;
}

const none: readonly SourcedBuild[] = [];

/** What is live on a channel; beside it, or on a phone in its place, the panel of one app. */
export function BoardPage(props: BoardPageProps) {
  const { channel } = props;
  const board = useQuery(`board ${channel}`, (admin, signal) => admin.board(channel, signal));
  return (
    <KnownBuilds value={board.value?.sources ?? none}>
      <BoardOf {...props} board={board} />
    </KnownBuilds>
  );
}

const panelsOf = (wanted: 'above' | 'below', channel: string) =>
  boardPanels.map(({ name, place, Panel }) =>
    place === wanted ? <Panel key={name} channel={channel} /> : null,
  );

interface BoardOfProps extends BoardPageProps {
  readonly board: QueryState<Board>;
}

function BoardOf({ channel, app, board }: BoardOfProps) {
  const { value, at, trouble } = board;
  const { channels, others, ready } = useOtherBoards(channel);
  const here = useRoute();
  const goTo = useGoTo();
  return (
    <div className={classes.page} data-panel={app !== null || undefined}>
      <section className={classes.board} aria-label={strings.board.title}>
        {app === null ? <PageTitle text={strings.board.title} /> : null}
        <Together ready={answered(board) && ready}>
          {channels.length < 2 ? null : (
            <div>
              <Segments
                legend={strings.channel}
                segments={channels.map((option) => ({ option, label: option }))}
                chosen={channel}
                onChoose={(next) => goTo({ ...here, channel: next })}
              />
            </div>
          )}
          <TroubleNotice trouble={trouble} shownAt={at} />
          {value === null && trouble === null ? <Spinner text={strings.wait} /> : null}
          {value === null ? null : (
            <>
              <Shouts shouts={value.shouts ?? []} channel={channel} />
              <Situation board={value} channel={channel} open={app} />
              {panelsOf('above', channel)}
              <Recalls board={value} />
              <ChannelLine board={value} freezes />
              <Breaches breaches={value.breaches} />
              <AppList key={channel} board={value} channel={channel} open={app} others={others} />
              {/* Together with each other: the board waits for none of them. */}
              {app === null && ready ? (
                <Together>
                  <Differences channel={channel} board={value} others={others} />
                  {panelsOf('below', channel)}
                </Together>
              ) : null}
            </>
          )}
        </Together>
      </section>
      {app === null ? null : (
        <AppPanel
          key={`${channel} ${app}`}
          channel={channel}
          app={app}
          board={value}
          trouble={trouble}
        />
      )}
    </div>
  );
}
