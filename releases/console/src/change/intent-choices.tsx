import type { Board } from '@tallystick/registry/contract/board';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { strings } from '../strings.ts';
import { BuildChoice } from './build-choice.tsx';
import type { ChangeIntent, Choices } from './intent.ts';
import classes from './intent-choices.module.css';
import { ShareChoice } from './share-choice.tsx';

interface IntentChoicesProps {
  readonly intent: ChangeIntent;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
  readonly board: Board;
  readonly builds: readonly BuildSummary[];
}

/** What is left to choose of an intent: builds, a share, whether it is a recall. */
export function IntentChoices({ intent, choices, onChoices, board, builds }: IntentChoicesProps) {
  const chooseBuild = (app: string, build: string | null) => {
    const others = Object.entries(choices.builds).filter(([name]) => name !== app);
    const all = build === null ? others : [...others, [app, build] as const];
    onChoices({ ...choices, builds: Object.fromEntries(all) });
  };
  const taken = (app: string, build: string) => board.current?.builds[app] === build;
  const words = strings.change;
  const goesBack = intent.kind === 'rollback';
  const apps = intent.kind === 'undo' || intent.kind === 'unhold' ? [] : intent.apps;
  const labelOf = (app: string) => {
    if (apps.length > 1) return goesBack ? words.backToOf(app) : words.buildOf(app);
    return goesBack ? words.backTo : words.build;
  };
  return (
    <>
      {apps.map((app) => (
        <BuildChoice
          key={app}
          label={labelOf(app)}
          builds={builds.filter((each) => each.app === app && !taken(app, each.build))}
          chosen={choices.builds[app] ?? null}
          before={goesBack ? words.before : undefined}
          none={goesBack ? undefined : words.noBuild(app)}
          onChoose={(build) => chooseBuild(app, build)}
        />
      ))}
      {intent.kind === 'canary' ? (
        <ShareChoice
          percent={choices.percent}
          onPercent={(percent) => onChoices({ ...choices, percent })}
        />
      ) : null}
      {intent.kind === 'rollback' || intent.kind === 'undo' ? (
        <label className={classes.recall}>
          <input
            type="checkbox"
            checked={choices.recall}
            onChange={({ currentTarget }) =>
              onChoices({ ...choices, recall: currentTarget.checked })
            }
          />
          <span>
            {words.recall}
            <small>{words.recallHint}</small>
          </span>
        </label>
      ) : null}
    </>
  );
}
