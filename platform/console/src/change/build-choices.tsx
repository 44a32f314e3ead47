import type { Board } from '@tallystick/registry/contract/board';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { useBuildNames } from '../say/build-names.ts';
import { strings } from '../strings.ts';
import { BuildChoice } from './build-choice.tsx';

interface BuildChoicesProps {
  readonly apps: readonly string[];
  /** To go back to one of them, for which none need be chosen; else to ship it. */
  readonly goesBack: boolean;
  readonly board: Board;
  /** Newest first. */
  readonly builds: readonly BuildSummary[];
  /** For each app, its build. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly onChosen: (chosen: Record<string, string>) => void;
}

/** A build of each app. */
export function BuildChoices(props: BuildChoicesProps) {
  const { apps, goesBack, board, builds, chosen, onChosen } = props;
  const nameOf = useBuildNames();
  const words = strings.change;
  const choose = (app: string, build: string | null) => {
    const others = Object.entries(chosen).filter(([name]) => name !== app);
    const all = build === null ? others : [...others, [app, build] as const];
    onChosen(Object.fromEntries(all));
  };
  const beforeOf = (app: string) => {
    const build = board.before[app];
    return build === undefined ? words.noBefore : words.before(nameOf(build));
  };
  const labelOf = (app: string) => {
    if (apps.length > 1) return goesBack ? words.backToOf(app) : words.buildOf(app);
    return goesBack ? words.backTo : words.build;
  };
  return apps.map((app) => (
    <BuildChoice
      key={app}
      label={labelOf(app)}
      builds={builds.filter(
        (each) => each.app === app && board.current?.builds[app] !== each.build,
      )}
      chosen={chosen[app] ?? null}
      before={goesBack ? beforeOf(app) : undefined}
      none={goesBack ? undefined : words.noBuild(app)}
      onChoose={(build) => choose(app, build)}
    />
  ));
}
