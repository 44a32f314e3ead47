import { ago } from '@tallystick/ui/ago';
import { locale } from '@tallystick/ui/locale';
import { useNow } from '@tallystick/ui/use-now';
import classes from './moment.module.css';

/** How long ago something was; its title says when exactly. */
export function Moment({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time className={classes.moment} dateTime={at} title={formatExactly(at)}>
      {ago(Math.min(Date.parse(at), now), now)}
    </time>
  );
}

/**
 * When something was, to the second and in local time, and how long ago. The latter comes last because its
 * width changes, which would shift whatever stood behind it.
 */
export function MomentInFull({ at }: { readonly at: string }) {
  return (
    <>
      {formatExactly(at)} · <Moment at={at} />
    </>
  );
}

/** Formats a moment to the second, in local time, with its zone. */
export function formatExactly(at: string | number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'long' }).format(
    new Date(at),
  );
}
