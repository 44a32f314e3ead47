import { ago } from '@tallystick/ui/ago';
import { locale } from '@tallystick/ui/locale';
import { useChoice } from '@tallystick/ui/use-choice';
import { useNow } from '@tallystick/ui/use-now';
import { timeForm } from '../choice/time-form.ts';
import { isoDate, utcDate } from '../format/utc-date.ts';

interface TransferTimeProps {
  readonly milliseconds: number;
  /** `iso`: in UTC as machines write it, whatever was chosen. `full`: in local time with its zone. */
  readonly as?: 'iso' | 'full';
}

/** When a transfer was created, told as somebody chose. Nothing if the number is no date. */
export function TransferTime({ milliseconds, as }: TransferTimeProps) {
  const [form] = useChoice(timeForm);
  const now = useNow(form === 'relative');
  const iso = isoDate(milliseconds);
  if (iso === null) return null;
  const texts = {
    utc: () => utcDate(milliseconds),
    local: () =>
      new Intl.DateTimeFormat(locale(), {
        dateStyle: 'medium',
        timeStyle: as === 'full' ? 'long' : 'medium',
      }).format(milliseconds),
    relative: () => ago(milliseconds, now),
  };
  return (
    <time dateTime={iso} title={iso}>
      {as === 'iso' ? iso : texts[form]()}
    </time>
  );
}
