import { strings } from '../strings.ts';
import type { RunningBuild } from './standing.ts';
import classes from './tab-bar.module.css';

const colours = {
  live: 'var(--brand)',
  canary: 'var(--next)',
  recalled: 'var(--danger)',
  paused: 'var(--danger)',
  'rolled-back': 'var(--danger)',
  undone: 'var(--danger)',
  former: 'var(--tint)',
};

/** Open tabs of an app: one bar, parted by what the running build is to the channel. */
export function TabBar({ builds }: { readonly builds: readonly RunningBuild[] }) {
  const parts = [...Map.groupBy(builds, ({ role }) => role)]
    .map(([role, of]) => ({ role, tabs: of.reduce((sum, { tabs }) => sum + tabs, 0) }))
    .filter(({ tabs }) => tabs > 0);
  return (
    <span className={classes.tabs}>
      <Bar parts={parts} all={parts.reduce((sum, { tabs }) => sum + tabs, 0)} />
      <span className={classes.words}>
        {strings.board.tabsOf(
          parts.map(({ role, tabs }) => ({ tabs, role: strings.board.roles[role] })),
        )}
      </span>
    </span>
  );
}

interface BarProps {
  readonly parts: readonly { role: RunningBuild['role']; tabs: number }[];
  /** So many tabs are the whole bar. */
  readonly all: number;
}

/** Stripes as long as their shares. They are one picture: nothing in it moves when they change. */
export function Bar({ parts, all }: BarProps) {
  let end = '0%';
  let tabs = 0;
  const stops = parts.map((part) => {
    const start = end;
    tabs += part.tabs;
    end = `${(tabs / Math.max(1, all)) * 100}%`;
    // A few are seen, too.
    return `${colours[part.role]} ${start} ${part.tabs === 0 ? end : `max(${end}, ${start} + 2px)`}`;
  });
  const backgroundImage = `linear-gradient(to right, ${[...stops, `transparent ${end}`, 'transparent'].join(', ')})`;
  return <span className={classes.bar} aria-hidden="true" style={{ backgroundImage }} />;
}
