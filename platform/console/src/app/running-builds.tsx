import { Health } from '../board/health.tsx';
import type { RunningBuild } from '../board/standing.ts';
import { Bar } from '../board/tab-bar.tsx';
import { BuildName } from '../say/build-name.tsx';
import { count } from '../say/numbers.ts';
import { strings } from '../strings.ts';
import rows from '../ui/rows.module.css';
import { Section } from '../ui/section.tsx';
import { RoleTag } from './role-tag.tsx';
import classes from './running-builds.module.css';

/** The builds that open tabs run, each with its tabs as a bar and how its loads went. */
export function RunningBuilds({ builds }: { readonly builds: readonly RunningBuild[] }) {
  const most = Math.max(1, ...builds.map(({ tabs }) => tabs));
  return (
    <Section title={strings.app.running} none={builds.length === 0 && strings.app.runningNone}>
      <ul className={rows.list}>
        {builds.map((running) => {
          const { build, role, tabs, loads } = running;
          return (
            <li key={build} className={classes.build}>
              <p className={rows.name}>
                <BuildName build={build} /> <RoleTag role={role} />
              </p>
              <p className={classes.tabs}>
                <Bar parts={[{ role, tabs }]} all={most} />
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

/** What browsers said of a build lately: in how many it failed, how, and how long its loads took. */
function BrowserRates({ build }: { readonly build: RunningBuild }) {
  const { browsers, kinds, took, steps, recovered } = build;
  const words = strings.board.browsers;
  const lines = [
    ...(browsers.browsers === 0 ? [] : [words.failed(browsers.failed, browsers.browsers)]),
    ...Object.entries(kinds).map(([kind, many]) => words.kind(kind, many)),
    ...(steps === 0 ? [] : [words.steps(steps, recovered)]),
    ...(took === null ? [] : [words.took(took.median, took.p95)]),
  ];
  return lines.length === 0 ? null : <p className={classes.rates}>{lines.join(' · ')}</p>;
}
