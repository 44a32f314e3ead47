import { endOf } from '../format/end-of.ts';
import classes from './short-id.module.css';

/** Characters at the end of an id that stay where it is shortened. */
const tail = 6;

/**
 * An id on one line. Where there is no room for all of it, its middle is not seen; it is still there
 * for who selects and copies it.
 */
export function ShortId({ id }: { readonly id: string }) {
  const end = endOf(id, tail);
  return (
    <code className={classes.id}>
      <span className={classes.head}>{id.slice(0, id.length - end.length)}</span>
      <bdi>{end}</bdi>
    </code>
  );
}
