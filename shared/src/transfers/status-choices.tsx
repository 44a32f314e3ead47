import { numberText } from '../format/number.ts';
import classes from './filter-panel.module.css';
import { statuses, statusName } from './status.ts';
import mark from './status-mark.module.css';
import { strings } from './strings.ts';

interface StatusChoicesProps {
  readonly chosen: readonly number[];
  /** Transfers of each status; null: not known. */
  readonly counts: readonly number[] | null;
  readonly onChoose: (codes: readonly number[]) => void;
}

/** Any of the ten statuses; those that share a label are told apart by their code. */
export function StatusChoices({ chosen, counts, onChoose }: StatusChoicesProps) {
  return (
    <fieldset className={classes.statuses}>
      <legend>{strings.columns.status}</legend>
      {statuses.map(({ colour }, code) => (
        <label key={code} className={classes.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            onChange={({ target }) => {
              const others = chosen.filter((each) => each !== code);
              onChoose(target.checked ? [...others, code].toSorted() : others);
            }}
          />
          <span className={mark.dot} data-colour={colour} aria-hidden="true" />
          <span>{statusName(code)}</span>
          <span className={classes.count}>{counts && numberText(counts[code] ?? 0)}</span>
        </label>
      ))}
    </fieldset>
  );
}
