import type { Board } from '@tallystick/registry/contract/board';
import { type BuildSummary, ownerOf } from '@tallystick/registry/contract/history';
import type { SourcedBuild } from '@tallystick/registry/contract/provenance';
import { appsOf, channelsOf } from '@tallystick/registry/contract/tokens';
import { Spinner } from '@tallystick/ui/spinner';
import { Link } from 'react-router-dom';
import { addressOf } from '../address/route.ts';
import type { Trouble } from '../admin/answer.ts';
import { Recalls } from '../board/recalls.tsx';
import { standingOf } from '../board/standing.ts';
import { PageTitle } from '../frame/page-title.tsx';
import { Together } from '../live/together.tsx';
import { answered, type QueryState, useQuery } from '../live/use-query.ts';
import { appPanels } from '../parts/all-parts.ts';
import { KnownBuilds } from '../say/build-names.ts';
import { mayMove, useSignedIn } from '../session/signed-in.ts';
import { AppSettings } from '../settings/app-settings.tsx';
import { ChannelSettings } from '../settings/channel-settings.tsx';
import { strings } from '../strings.ts';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { AppActions } from './app-actions.tsx';
import { AppFacts } from './app-facts.tsx';
import { AppNotices, AppStatus } from './app-notices.tsx';
import classes from './app-panel.module.css';
import { AppSlots } from './app-slots.tsx';
import { BesideLive } from './beside-live.tsx';
import { BuildList } from './build-list.tsx';
import { RampSection } from './ramp-section.tsx';
import { RecentRevisions } from './recent-revisions.tsx';
import { RunningBuilds } from './running-builds.tsx';

interface AppPanelProps {
  readonly channel: string;
  readonly app: string;
  /** Null: not read yet. */
  readonly board: Board | null;
  /** Why the board could not be read. */
  readonly trouble: Trouble | null;
}

const none: readonly SourcedBuild[] = [];

/** Everything about one app on one channel, and all that can be done with it. */
export function AppPanel(props: AppPanelProps) {
  const { app, board } = props;
  const builds = useQuery(`builds of ${app}`, (admin, signal) => admin.builds(app, signal));
  return (
    <KnownBuilds value={builds.value ?? board?.sources ?? none}>
      <Panel {...props} builds={builds} />
    </KnownBuilds>
  );
}

interface PanelProps extends AppPanelProps {
  readonly builds: QueryState<BuildSummary[]>;
}

function Panel({ channel, app, board, trouble, builds }: PanelProps) {
  const { actor } = useSignedIn();
  const may = mayMove(actor, app, channel);
  const standing = board === null ? null : standingOf(board, app);
  const unknown = standing?.build === null && builds.value?.length === 0;
  const panelsAt = (where: (typeof appPanels)[number]['place']) =>
    appPanels
      .filter(({ place }) => place === where)
      .filter(({ evenIfUnknown, forAll }) => (may || forAll) && (!unknown || evenIfUnknown))
      .map(({ name, Panel }) => <Panel key={name} app={app} channel={channel} />);
  return (
    <article className={classes.panel}>
      <p className={classes.back}>
        <Link to={addressOf({ page: 'board', channel })}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M7.500 2L3.500 6l4 4" />
          </svg>
          {strings.app.back}
        </Link>
      </p>
      <PageTitle text={app} />
      {board === null || standing === null ? (
        <>
          {trouble === null ? <Spinner text={strings.wait} /> : null}
          {/* Where there is no room for the board beside it, its own notice is not seen. */}
          <TroubleNotice trouble={trouble} />
        </>
      ) : unknown ? (
        <p>{strings.app.unknown(app)}</p>
      ) : (
        <>
          <AppStatus standing={standing} channel={channel} />
          {may ? (
            <AppActions
              channel={channel}
              standing={standing}
              builds={(builds.value ?? []).filter(({ previewOnly }) => !previewOnly)}
            />
          ) : (
            <p className={classes.none}>
              {actor.scope.kind === 'publisher'
                ? strings.app.none(appsOf(actor.scope).join(', '), channelsOf(actor.scope))
                : null}
            </p>
          )}
          <AppNotices standing={standing} channel={channel} />
          <RampSection board={board} standing={standing} may={may} />
          <Recalls board={board} app={app} />
          <AppFacts
            standing={standing}
            provenance={builds.value?.find(({ build }) => build === standing.build)?.provenance}
            owner={ownerOf(builds.value ?? [], standing.build)}
          />
          <RunningBuilds builds={standing.builds} />
          <BesideLive board={board} app={app} />
        </>
      )}
      <TroubleNotice trouble={builds.trouble} shownAt={builds.at} />
      {standing === null ? null : (
        <Together ready={answered(builds)}>
          {panelsAt('above builds')}
          {builds.value === null || unknown ? null : (
            <BuildList channel={channel} standing={standing} builds={builds.value} may={may} />
          )}
          {panelsAt('below builds')}
          {unknown ? null : (
            <>
              <AppSlots channel={channel} app={app} />
              <RecentRevisions channel={channel} app={app} locks={board?.locks ?? []} />
              {board?.current && standing.build !== null ? (
                <ChannelSettings app={app} current={board.current} live={standing.build} />
              ) : null}
              <AppSettings app={app} />
            </>
          )}
          {panelsAt('last')}
        </Together>
      )}
    </article>
  );
}
