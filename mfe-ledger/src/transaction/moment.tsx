import { timeForm, timeFormStrings } from '@tallystick/shared/choice/time-form';
import { useChoice } from '@tallystick/shared/choice/use-choice';
import { TransferTime } from '@tallystick/shared/transfers/transfer-time';
import { Segments } from '@tallystick/shared/ui/segments';
import classes from './moment.module.css';

const { legend, options } = timeFormStrings;
const segments = timeForm.options.map((option) => ({ option, label: options[option] }));

/** A moment in UTC, in the time of this place, or as seen from now: chosen once, and kept. */
export function Moment({ milliseconds }: { readonly milliseconds: number }) {
  const [form, choose] = useChoice(timeForm);
  return (
    <span className={classes.moment}>
      <TransferTime milliseconds={milliseconds} as="full" />
      <Segments legend={legend} segments={segments} chosen={form} onChoose={choose} />
    </span>
  );
}
