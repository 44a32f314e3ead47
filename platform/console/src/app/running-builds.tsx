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
          const { build, role, tabs } = running;
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
              <Health build={running} />
              <BrowserRates build={running} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** What else is known of a build lately: how it failed, its loads, and how long they took. */
function BrowserRates({ build }: { readonly build: RunningBuild }) {
  const { kinds, took, steps, recovered, loads, failures } = build;
  const words = strings.board.browsers;
  const lines = [
    words.loads(failures, loads + failures),
    ...(steps === 0 ? [] : [words.steps(steps, recovered)]),
    ...(took === null ? [] : [words.took(took.median, took.p95)]),
  ];
  return (
    <div className={classes.rates}>
      {Object.entries(kinds).map(([kind, many]) => (
        <p key={kind}>{words.kind(kind, many)}</p>
      ))}
      <details>
        <summary>{words.more}</summary>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </details>
    </div>
  );
}
