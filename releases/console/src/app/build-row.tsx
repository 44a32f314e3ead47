import type { BuildSummary } from '@tallystick/registry/contract/history';
import type { RunningBuild, Standing } from '../board/standing.ts';
import { useBegin } from '../change/begin.tsx';
import { BuildName } from '../say/build-name.tsx';
import { Moment } from '../say/moment.tsx';
import { size } from '../say/numbers.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import classes from './build-list.module.css';
import { PreviewButton } from './preview-button.tsx';
import { RoleTag } from './role-tag.tsx';

interface BuildRowProps {
  readonly channel: string;
  readonly standing: Standing;
  readonly build: BuildSummary;
  readonly may: boolean;
}

/** One build: when, by whom, how large; and the ways to bring it to browsers. */
export function BuildRow({ channel, standing, build, may }: BuildRowProps) {
  const begin = useBegin();
  const { app } = standing;
  const role = roleOf(standing, build.build);
  const words = strings.actions;
  const named = (action: string) => strings.app.buildAction(action, build.build);
  return (
    <li className={classes.build}>
      <div className={classes.what}>
        <p className={classes.name}>
          <BuildName build={build.build} />
          {role === null ? null : <RoleTag role={role} />}
        </p>
        <p className={classes.facts}>
          <span>
            {size(build.size)}, {strings.app.files(build.files)}
          </span>
          <span>
            {strings.app.published(build.publishedBy)}, <Moment at={build.publishedAt} />
          </span>
        </p>
      </div>
      <div className={classes.actions}>
        {may && role !== 'live' ? (
          <>
            <Action
              look="small"
              aria-label={named(words.promote)}
              onClick={() => begin({ kind: 'promote', apps: [app], build: build.build })}
            >
              {words.promote}
            </Action>
            {standing.build === null ? null : (
              <Action
                look="small"
                aria-label={named(words.canary)}
                onClick={() => begin({ kind: 'canary', apps: [app], build: build.build })}
              >
                {words.canary}
              </Action>
            )}
          </>
        ) : null}
        <PreviewButton
          target={{ channel, builds: { [app]: build.build } }}
          label={named(words.openPreview)}
        />
      </div>
    </li>
  );
}

function roleOf(standing: Standing, build: string): RunningBuild['role'] | null {
  if (standing.build === build) return 'live';
  if (standing.canary?.build === build) return 'canary';
  return standing.recalled.includes(build) ? 'recalled' : null;
}
