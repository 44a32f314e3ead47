import classes from './short-id.module.css';

/** Characters at the end of an id that stay where it is shortened. */
const tail = 6;

/**
 * An id on one line. Where there is no room for all of it, its middle is not seen; it is still there
 * for who selects and copies it.
 */
export function ShortId({ id }: { readonly id: string }) {
  return (
    <code className={classes.id}>
      <span className={classes.head}>{id.slice(0, -tail)}</span>
      <bdi>{id.slice(-tail)}</bdi>
    </code>
  );
}
