import type { Board } from '@tallystick/registry/contract/board';
import type { Cause } from '@tallystick/registry/contract/cause';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { useBuildNames } from '../say/build-names.ts';
import { strings } from '../strings.ts';
import { BuildChoices } from './build-choices.tsx';
import { type ChangeIntent, type Choices, firstRamp } from './intent.ts';
import classes from './intent-choices.module.css';
import { RampChoice } from './ramp-choice.tsx';
import { ShareChoice } from './share-choice.tsx';
import { ValuesChoice } from './values-choice.tsx';

interface IntentChoicesProps {
  readonly intent: ChangeIntent;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
  readonly board: Board;
  readonly builds: readonly BuildSummary[];
  /** Apps of which it has to be said whether the live build is meant. */
  readonly unclear: readonly Ambiguous[];
}

/** What the registry says of an app that has a canary beside its live build, or one that is paused. */
export type Ambiguous = Extract<Cause, { code: 'ambiguous' }>;

const isUrgentOpen: readonly string[] = ['undo', 'abort', 'configure', 'complete'];

/** What is left to choose of an intent: builds, a share, whether it is a recall. */
export function IntentChoices(props: IntentChoicesProps) {
  const { intent, choices, onChoices, board, builds, unclear } = props;
  const words = strings.change;
  const goesBack = intent.kind === 'rollback';
  const isOfSettings = intent.kind === 'configure' || intent.kind === 'complete';
  const isBuildOpen = goesBack || intent.kind === 'promote' || intent.kind === 'canary';
  const apps = isBuildOpen && !('from' in intent) ? intent.apps : [];
  const nameOf = useBuildNames();
  return (
    <>
      <BuildChoices
        apps={apps}
        goesBack={goesBack}
        board={board}
        builds={builds}
        chosen={choices.builds}
        onChosen={(chosen) => onChoices({ ...choices, builds: chosen })}
      />
      {unclear.map(({ app, live, canary, paused }) => (
        <label key={app} className={classes.recall}>
          <input
            type="checkbox"
            checked={choices.live.includes(app)}
            onChange={({ currentTarget }) => {
              const others = choices.live.filter((one) => one !== app);
              onChoices({ ...choices, live: currentTarget.checked ? [...others, app] : others });
            }}
          />
          <span>
            {words.liveIsMeant(app, nameOf(live))}
            <small>{words.liveIsMeantHint(nameOf(canary.build), canary.percent, paused)}</small>
          </span>
        </label>
      ))}
      {intent.kind === 'canary' ? (
        <ShareChoice
          percent={choices.percent}
          onPercent={(percent) => onChoices({ ...choices, percent })}
        />
      ) : null}
      {intent.kind === 'promote' && intent.apps.every((app) => board.current?.builds[app]) ? (
        <RampChoice
          typed={choices.ramp}
          suggested={firstRamp}
          onTyped={(ramp) => onChoices({ ...choices, ramp })}
        />
      ) : null}
      {intent.kind === 'configure' ? (
        <ValuesChoice
          declared={intent.declared}
          typed={choices.typed}
          onTyped={(typed) => onChoices({ ...choices, typed })}
          percent={choices.forShare ? choices.percent : undefined}
          onPercent={(percent) =>
            onChoices({ ...choices, percent: percent ?? null, forShare: percent !== undefined })
          }
        />
      ) : null}
      {goesBack || isUrgentOpen.includes(intent.kind) ? (
        <label className={classes.recall}>
          <input
            type="checkbox"
            checked={choices.recall}
            onChange={({ currentTarget }) =>
              onChoices({ ...choices, recall: currentTarget.checked })
            }
          />
          <span>
            {isOfSettings ? words.settings.now : words.recall}
            <small>{isOfSettings ? words.settings.nowHint : words.recallHint}</small>
          </span>
        </label>
      ) : null}
    </>
  );
}
