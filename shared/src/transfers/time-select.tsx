import { useChoice } from '@tallystick/ui/use-choice';
import { useChosenBefore } from '@tallystick/ui/use-chosen-before';
import { useRef } from 'react';
import { timeForm, timeFormStrings } from '../choice/time-form.ts';
import classes from '../ui/control.module.css';

const { legend, options } = timeFormStrings;

/** How the times of all lists are told: chosen once, and kept. */
export function TimeSelect() {
  const [form, choose] = useChoice(timeForm);
  const select = useRef<HTMLSelectElement>(null);
  useChosenBefore(select, timeForm.options, choose);
  return (
    <select
      ref={select}
      autoComplete="off"
      className={classes.control}
      aria-label={legend}
      title={legend}
      value={form}
      onChange={({ target }) => {
        const chosen = timeForm.options.find((option) => option === target.value);
        if (chosen) choose(chosen);
      }}
    >
      {timeForm.options.map((option) => (
        <option key={option} value={option}>
          {options[option]}
        </option>
      ))}
    </select>
  );
}
