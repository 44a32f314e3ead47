import { ago } from '@tallystick/ui/ago';
import { locale } from '@tallystick/ui/locale';
import { useNow } from '@tallystick/ui/use-now';
import classes from './moment.module.css';

/** How long ago something was; when exactly is its title. */
export function Moment({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time className={classes.moment} dateTime={at} title={exactly(at)}>
      {ago(Math.min(Date.parse(at), now), now)}
    </time>
  );
}

/**
 * When something was, to the second and in the time of this place, and how long ago; the latter last:
 * what stood behind it would move as it grows.
 */
export function MomentInFull({ at }: { readonly at: string }) {
  return (
    <>
      {exactly(at)} · <Moment at={at} />
    </>
  );
}

/** A moment to the second, in the time of this place. */
export function exactly(at: string | number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(at),
  );
}
