import type { AppLock } from '@tallystick/registry/contract/history';
import { Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import classes from './app-status.module.css';

/** Who locked an app, and why. */
export function AppLockNotice({ lock }: { readonly lock: AppLock }) {
  return (
    <section className={classes.status} data-severity="watch">
      <p className={classes.title}>
        {strings.app.locked(lock.by)}, <Moment at={lock.at} />
      </p>
      <p>“{lock.reason}”</p>
    </section>
  );
}
