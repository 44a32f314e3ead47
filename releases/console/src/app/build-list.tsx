import type { BuildSummary } from '@tallystick/registry/contract/history';
import { useState } from 'react';
import type { Standing } from '../board/standing.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import classes from './build-list.module.css';
import { BuildRow } from './build-row.tsx';

/** So many are shown unasked. */
const few = 6;

interface BuildListProps {
  readonly channel: string;
  readonly standing: Standing;
  /** Newest first. */
  readonly builds: readonly BuildSummary[];
  /** Whether the person may move this app. */
  readonly may: boolean;
}

/** The builds of an app, and what can be done with each. */
export function BuildList({ channel, standing, builds, may }: BuildListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? builds : builds.slice(0, few);
  return (
    <section className={classes.builds}>
      <h2>{strings.app.builds}</h2>
      {builds.length === 0 ? (
        <p className={classes.none}>{strings.app.buildsNone}</p>
      ) : (
        <ul className={classes.list}>
          {shown.map((build) => (
            <BuildRow
              key={build.build}
              channel={channel}
              standing={standing}
              build={build}
              may={may}
            />
          ))}
        </ul>
      )}
      {shown.length < builds.length ? (
        <div>
          <Action look="small" onClick={() => setAll(true)}>
            {strings.app.allBuilds(builds.length)}
          </Action>
        </div>
      ) : null}
    </section>
  );
}
