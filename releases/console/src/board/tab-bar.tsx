import { strings } from '../strings.ts';
import type { RunningBuild } from './standing.ts';
import classes from './tab-bar.module.css';

const shown = ['live', 'canary', 'recalled', 'former'] as const;
const colours = {
  live: 'var(--brand)',
  canary: 'var(--next)',
  recalled: 'var(--danger)',
  former: 'var(--tint)',
};

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
      <span
        className={classes.bar}
        aria-hidden="true"
        style={{ backgroundImage: stripes(parts) }}
      />
      <span className={classes.words}>
        {strings.board.tabsOf(
          parts.map(({ role, tabs }) => ({ tabs, role: strings.board.roles[role] })),
        )}
      </span>
    </span>
  );
}

/** Stripes as long as their shares. They are one picture: nothing in it moves when they change. */
function stripes(parts: readonly { role: keyof typeof colours; tabs: number }[]): string {
  const all = parts.reduce((sum, { tabs }) => sum + tabs, 0);
  if (all === 0) return 'none';
  let end = 0;
  const stops = parts.map(({ role, tabs }) => {
    const start = end;
    end += (tabs / all) * 100;
    return `${colours[role]} ${start}% ${end}%`;
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
