import { isoDate, utcDate } from '../format/utc-date.ts';

interface TransferTimeProps {
  readonly milliseconds: number;
  readonly className?: string | undefined;
  /** `iso`: as machines write it. Default: `2016-01-25 01:12:04 UTC`. */
  readonly as?: 'iso';
}

/** When a transfer was created, in UTC. Nothing if the number is no date. */
export function TransferTime({ milliseconds, className, as }: TransferTimeProps) {
  const iso = isoDate(milliseconds);
  if (iso === null) return null;
  return (
    <time className={className} dateTime={iso}>
      {as === 'iso' ? iso : utcDate(milliseconds)}
    </time>
  );
}
