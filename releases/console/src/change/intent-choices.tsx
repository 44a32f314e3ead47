import type { Board } from '@tallystick/registry/contract/board';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { strings } from '../strings.ts';
import { BuildChoice } from './build-choice.tsx';
import { type ChangeIntent, type Choices, suggestedBuild } from './intent.ts';
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
  const several = 'apps' in intent && intent.apps.length > 1;
  const words = strings.change;
  return (
    <>
      {intent.kind === 'promote' || intent.kind === 'canary'
        ? intent.apps.map((app) => (
            <BuildChoice
              key={app}
              label={several ? words.buildOf(app) : words.build}
              builds={builds.filter((each) => each.app === app && !taken(app, each.build))}
              chosen={choices.builds[app] ?? suggestedBuild(app, board, builds)}
              none={words.noBuild(app)}
              onChoose={(build) => chooseBuild(app, build)}
            />
          ))
        : null}
      {intent.kind === 'rollback'
        ? intent.apps.map((app) => (
            <BuildChoice
              key={app}
              label={several ? words.backToOf(app) : words.backTo}
              builds={builds.filter((each) => each.app === app && !taken(app, each.build))}
              chosen={choices.builds[app] ?? null}
              before={words.before}
              onChoose={(build) => chooseBuild(app, build)}
            />
          ))
        : null}
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
