import classes from './spinner.module.css';

/** Something is going on; `text` says what, for eyes and ears. */
export function Spinner({ text }: { readonly text: string }) {
  return (
    <p className={classes.spinner} role="status">
      {text}
    </p>
  );
}
