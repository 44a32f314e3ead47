import { useSyncExternalStore } from 'react';
import { timeForm } from '../choice/time-form.ts';
import { useChoice } from '../choice/use-choice.ts';
import { ago } from '../format/ago.ts';
import { locale } from '../format/locale.ts';
import { isoDate, utcDate } from '../format/utc-date.ts';

interface TransferTimeProps {
  readonly milliseconds: number;
  /** `iso`: in UTC as machines write it. `full`: in local time with its zone. */
  readonly as?: 'iso' | 'full';
}

/** When a transfer was created, told as somebody chose. Nothing if the number is no date. */
export function TransferTime({ milliseconds, as }: TransferTimeProps) {
  const [form] = useChoice(timeForm);
  const now = useSyncExternalStore(
    form === 'relative' ? watchSeconds : watchNothing,
    second,
    second,
  );
  const iso = isoDate(milliseconds);
  if (iso === null) return null;
  const texts = {
    utc: () => (as === 'iso' ? iso : utcDate(milliseconds)),
    local: () =>
      new Intl.DateTimeFormat(locale(), {
        dateStyle: 'medium',
        timeStyle: as === 'full' ? 'long' : 'medium',
      }).format(milliseconds),
    relative: () => ago(milliseconds, now),
  };
  return (
    <time dateTime={iso} title={iso}>
      {texts[form]()}
    </time>
  );
}

const tick = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page, and none while nobody needs it. */
function watchSeconds(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const watchNothing = () => () => {};
/** Cut to the tick, so that it is the same for all who look within one. */
const second = () => Math.floor(Date.now() / tick) * tick;
