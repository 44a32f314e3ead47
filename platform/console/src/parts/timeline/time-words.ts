import { locale } from '@tallystick/ui/locale';

const day = 86_400_000;

/** A moment on an axis over `span` milliseconds, in local time: the hour, or the day where there are several. */
export function timeWords(at: number, span: number): string {
  const options: Intl.DateTimeFormatOptions =
    span > 2 * day ? { month: 'short', day: 'numeric' } : { hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(locale(), options).format(at);
}

/** Where a bucket begins, in full. */
export function momentWords(at: number): string {
  return new Intl.DateTimeFormat(locale(), {
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZoneName: 'short',
  }).format(at);
}
