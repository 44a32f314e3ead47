import { strings } from '../strings.ts';
import classes from './app-list.module.css';
import { AppRow } from './app-row.tsx';
import type { Standing } from './standing.ts';
import type { OtherBoard } from './use-other-boards.ts';

interface AppListProps {
  readonly apps: readonly Standing[];
  readonly channel: string;
  readonly open: string | null;
  readonly others: readonly OtherBoard[];
  readonly chosen: readonly string[];
  readonly onChosen: (apps: readonly string[]) => void;
}

/** Every app of the channel, a row each; wide enough, the rows line up under their columns. */
export function AppList({ apps, channel, open, others, chosen, onChosen }: AppListProps) {
  const { columns } = strings.board;
  return (
    <div className={classes.card}>
      <div className={classes.columns} aria-hidden="true">
        <span />
        <span>{columns.app}</span>
        <span>{columns.live}</span>
        <span>{columns.since}</span>
        <span>{columns.loads}</span>
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
              onChosen(
                isChosen
                  ? [...chosen, standing.app].sort()
                  : chosen.filter((app) => app !== standing.app),
              )
            }
          />
        ))}
      </ul>
    </div>
  );
}
