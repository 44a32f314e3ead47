import type { Notice } from '@tallystick/registry/contract/notice';
import { Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import classes from './app-status.module.css';

/** A build that fails and that the registry leaves to people, and why. */
export function LeftNotice({ notice }: { readonly notice: Notice }) {
  return (
    <section className={classes.status} data-severity="failing">
      <p className={classes.title}>
        {strings.app.left}, <Moment at={notice.at} />
      </p>
      <p>{notice.text}</p>
    </section>
  );
}
