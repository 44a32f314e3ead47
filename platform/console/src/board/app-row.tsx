import { rampText } from '@tallystick/registry/contract/ramp-words';
import { Link } from 'react-router-dom';
import { addressOf } from '../address/route.ts';
import { BuildName } from '../say/build-name.tsx';
import { Moment } from '../say/moment.tsx';
import { mayMove, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Tag } from '../ui/tag.tsx';
import classes from './app-row.module.css';
import { Health } from './health.tsx';
import type { Standing } from './standing.ts';
import { TabBar } from './tab-bar.tsx';
import type { OtherBoard } from './use-other-boards.ts';

interface AppRowProps {
  readonly standing: Standing;
  readonly channel: string;
  /** Its panel is open. */
  readonly open: boolean;
  readonly others: readonly OtherBoard[];
  readonly chosen: boolean;
  readonly onChosen: (chosen: boolean) => void;
}

/** One app on the board. The whole row leads to its panel. */
export function AppRow({ standing, channel, open, others, chosen, onChosen }: AppRowProps) {
  const { app, build, canary, paused, left, since, lock, severity, builds } = standing;
  const { actor } = useSignedIn();
  const healthOf = (id: string | undefined) => builds.find((one) => one.build === id);
  return (
    <li className={classes.row} data-open={open || undefined} data-severity={severity}>
      {mayMove(actor, app, channel) ? (
        <input
          type="checkbox"
          className={classes.tick}
          aria-label={strings.board.select(app)}
          checked={chosen}
          onChange={({ currentTarget }) => onChosen(currentTarget.checked)}
        />
      ) : null}
      <div className={classes.app}>
        <h2 className={classes.name}>
          <Link
            to={addressOf({ page: 'app', app, channel })}
            aria-current={open ? 'page' : undefined}
          >
            {app}
          </Link>
        </h2>
        {left === null ? null : (
          <span className={classes.lock} title={left.text}>
            <Tag tone="danger">{strings.board.left}</Tag>
          </span>
        )}
        {lock === null ? null : (
          <span className={classes.lock} title={strings.app.locked(lock.by)}>
            <Tag tone="warning">{strings.board.locked}</Tag>
            <span className={classes.reason}>{lock.reason}</span>
          </span>
        )}
      </div>
      <div className={classes.live}>
        {build === null ? <span>{strings.board.notLive}</span> : <BuildName build={build} />}
        {canary === null ? null : (
          <span className={classes.canary}>
            <Tag tone="next">{strings.board.canary(canary.percent)}</Tag>
            <BuildName build={canary.build} />
            {canary.ramp === undefined ? null : <span>{rampText(canary.ramp)}</span>}
          </span>
        )}
        {paused === null ? null : (
          <span className={classes.canary} title={paused.reason}>
            <Tag tone="danger">{strings.board.paused}</Tag>
            <BuildName build={paused.build} />
          </span>
        )}
        <Elsewhere app={app} live={build} others={others} />
      </div>
      <div className={classes.since}>
        {since === null ? null : (
          <>
            <span className={classes.reason} title={since.reason}>
              {since.reason}
            </span>
            <span className={classes.when}>
              {strings.board.by(since.by)}, <Moment at={since.at} />
            </span>
          </>
        )}
      </div>
      <div className={classes.health}>
        {build === null ? null : (
          <Health
            build={healthOf(build)}
            of={canary === null ? undefined : strings.board.roles.live}
          />
        )}
        {canary === null ? null : (
          <Health build={healthOf(canary.build)} of={strings.board.roles.canary} />
        )}
      </div>
      <div className={classes.tabs}>
        <TabBar builds={standing.builds} />
      </div>
    </li>
  );
}

interface ElsewhereProps extends Pick<AppRowProps, 'others'> {
  readonly app: string;
  readonly live: string | null;
}

/** What other channels have live, where that is another build. */
function Elsewhere({ app, live, others }: ElsewhereProps) {
  return others.map(({ channel, board }) => {
    const build = board.current?.builds[app];
    return build === undefined || build === live ? null : (
      <span key={channel} className={classes.elsewhere}>
        {strings.board.elsewhere(channel)} <BuildName build={build} />
      </span>
    );
  });
}
