import { sharesIn } from '@tallystick/registry/contract/ramp';
import { strings } from '../strings.ts';
import { TextField } from '../ui/field.tsx';
import classes from './intent-choices.module.css';

interface RampChoiceProps {
  /** The shares as they are typed; null: it is no ramp. */
  readonly typed: string | null;
  readonly suggested: string;
  readonly onTyped: (typed: string | null) => void;
}

/** Whether a promotion goes from share to share by itself, and to which. */
export function RampChoice({ typed, suggested, onTyped }: RampChoiceProps) {
  const words = strings.change.ramp;
  return (
    <>
      <label className={classes.recall}>
        <input
          type="checkbox"
          checked={typed !== null}
          onChange={({ currentTarget }) => onTyped(currentTarget.checked ? suggested : null)}
        />
        <span>
          {words.choice}
          <small>{words.choiceHint}</small>
        </span>
      </label>
      {typed === null ? null : (
        <TextField
          label={words.shares}
          hint={words.sharesHint}
          problem={sharesIn(typed) === null ? words.sharesHint : null}
          value={typed}
          onText={onTyped}
        />
      )}
    </>
  );
}
