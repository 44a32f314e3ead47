import { BrowserRates } from '../board/browser-rates.tsx';
import { Health } from '../board/health.tsx';
import type { RunningBuild } from '../board/standing.ts';
import { BuildName } from '../say/build-name.tsx';
import { count } from '../say/numbers.ts';
import { strings } from '../strings.ts';
import { Section } from '../ui/section.tsx';
import { RoleTag } from './role-tag.tsx';
import classes from './running-builds.module.css';

/** The builds that open tabs run, each with its tabs as a bar and how its loads went. */
export function RunningBuilds({ builds }: { readonly builds: readonly RunningBuild[] }) {
  const most = Math.max(1, ...builds.map(({ tabs }) => tabs));
  return (
    <Section title={strings.app.running} none={builds.length === 0 && strings.app.runningNone}>
      <ul className={classes.list}>
        {builds.map((running) => {
          const { build, role, tabs, loads } = running;
          return (
            <li key={build} className={classes.build}>
              <p className={classes.name}>
                <BuildName build={build} /> <RoleTag role={role} />
              </p>
              <p className={classes.tabs}>
                <span className={classes.bar} aria-hidden="true">
                  {tabs === 0 ? null : (
                    <span data-role={role} style={{ inlineSize: `${(tabs / most) * 100}%` }} />
                  )}
                </span>
                <span className={classes.count}>{count(tabs)}</span>
                <span className="visually-hidden">{strings.board.columns.tabs}</span>
              </p>
              <Health loads={loads} />
              <BrowserRates build={running} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
