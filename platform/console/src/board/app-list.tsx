import type { Board } from '@tallystick/registry/contract/board';
import { useState } from 'react';
import { strings } from '../strings.ts';
import classes from './app-list.module.css';
import { AppRow } from './app-row.tsx';
import { ReleaseSet } from './release-set.tsx';
import { standings } from './standing.ts';
import type { OtherBoard } from './use-other-boards.ts';

interface AppListProps {
  readonly board: Board;
  readonly channel: string;
  readonly open: string | null;
  readonly others: readonly OtherBoard[];
}

/**
 * Every app of the channel, a row each, and what can be done with those that are selected. On a wide screen the rows
 * line up in columns.
 */
export function AppList({ board, channel, open, others }: AppListProps) {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { columns, empty, emptyHint } = strings.board;
  const apps = standings(board);
  const chosen = selected.filter((name) => apps.some(({ app }) => app === name));
  if (apps.length === 0) {
    return (
      <div className={classes.empty}>
        <p>{empty}</p>
        <p>
          <code>{emptyHint}</code>
        </p>
      </div>
    );
  }
  return (
    <>
      <div className={classes.card}>
        <div className={classes.columns} aria-hidden="true">
          <span />
          <span>{columns.app}</span>
          <span>{columns.live}</span>
          <span>{columns.since}</span>
          <span>{columns.health}</span>
          <span>{columns.tabs}</span>
        </div>
        <ul className={classes.list} aria-label={strings.board.apps}>
          {apps.map((standing) => (
            <AppRow
              key={standing.app}
              standing={standing}
              channel={channel}
              open={open === standing.app}
              others={others}
              chosen={chosen.includes(standing.app)}
              onChosen={(isChosen) =>
                setSelected(
                  isChosen
                    ? [...chosen, standing.app].sort()
                    : chosen.filter((app) => app !== standing.app),
                )
              }
            />
          ))}
        </ul>
      </div>
      <ReleaseSet
        channel={channel}
        apps={apps.filter(({ app }) => chosen.includes(app))}
        onClear={() => setSelected([])}
      />
    </>
  );
}
