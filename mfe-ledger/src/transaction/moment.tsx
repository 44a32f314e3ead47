import { openChoice } from '@tallystick/shared/choice/choice';
import { useChoice } from '@tallystick/shared/choice/use-choice';
import { ago } from '@tallystick/shared/format/ago';
import { locale } from '@tallystick/shared/format/locale';
import { isoDate, utcDate } from '@tallystick/shared/format/utc-date';
import { Segments } from '@tallystick/shared/ui/segments';
import { useEffect, useState } from 'react';
import { strings } from '../strings.ts';
import classes from './moment.module.css';

const timeForm = openChoice('time', ['utc', 'local', 'relative'], 'utc');
const segments = timeForm.options.map((option) => ({ option, label: strings.timeForms[option] }));
const tick = 1_000;

/** A moment in UTC, in the time of this place, or as seen from now: chosen once, and kept. */
export function Moment({ milliseconds }: { readonly milliseconds: number }) {
  const [form, choose] = useChoice(timeForm);
  const now = useNow(form === 'relative');
  const iso = isoDate(milliseconds);
  if (iso === null) return null;
  const texts = {
    utc: () => utcDate(milliseconds),
    local: () =>
      new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'long' }).format(
        milliseconds,
      ),
    relative: () => ago(milliseconds, now),
  };
  return (
    <span className={classes.moment}>
      <time dateTime={iso} title={iso}>
        {texts[form]()}
      </time>
      <Segments legend={strings.timeForm} segments={segments} chosen={form} onChoose={choose} />
    </span>
  );
}

/** The time, which goes on while somebody needs it. */
function useNow(needed: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!needed) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}
