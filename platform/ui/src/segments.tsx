import { useId, useRef } from 'react';
import classes from './segments.module.css';
import { useChosenBefore } from './use-chosen-before.ts';

interface SegmentsProps<Option extends string> {
  /** What the choice is about; heard, not seen. */
  readonly legend: string;
  readonly segments: readonly { readonly option: Option; readonly label: string }[];
  /** Null: none yet. */
  readonly chosen: Option | null;
  readonly onChoose: (option: Option) => void;
}

/** One of a few, side by side: a group of radio buttons, and the arrow keys go through it. */
export function Segments<const Option extends string>({
  legend,
  segments,
  chosen,
  onChoose,
}: SegmentsProps<Option>) {
  const group = useId();
  const place = useRef<HTMLFieldSetElement>(null);
  useChosenBefore(
    place,
    segments.map(({ option }) => option),
    onChoose,
  );
  return (
    <fieldset ref={place} className={classes.segments}>
      <legend className="visually-hidden">{legend}</legend>
      {segments.map(({ option, label }) => (
        <label key={option} className={classes.segment}>
          <input
            className={classes.radio}
            type="radio"
            autoComplete="off"
            name={group}
            value={option}
            checked={option === chosen}
            onChange={() => onChoose(option)}
          />
          <span className={classes.label}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
