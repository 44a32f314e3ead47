import { strings } from '../strings.ts';
import type { RunningBuild } from './standing.ts';
import classes from './tab-bar.module.css';

const shown = ['live', 'canary', 'recalled', 'former'] as const;

/** Open tabs of an app: one bar, parted by what the running build is to the channel. */
export function TabBar({ builds }: { readonly builds: readonly RunningBuild[] }) {
  const parts = shown
    .map((role) => ({
      role,
      tabs: builds.filter((each) => each.role === role).reduce((sum, { tabs }) => sum + tabs, 0),
    }))
    .filter(({ tabs }) => tabs > 0);
  return (
    <span className={classes.tabs}>
      <span className={classes.bar} aria-hidden="true">
        {parts.map(({ role, tabs }) => (
          <span key={role} className={classes.part} data-role={role} style={{ flexGrow: tabs }} />
        ))}
      </span>
      <span className={classes.words}>
        {strings.board.tabsOf(
          parts.map(({ role, tabs }) => ({ tabs, role: strings.board.roles[role] })),
        )}
      </span>
    </span>
  );
}
