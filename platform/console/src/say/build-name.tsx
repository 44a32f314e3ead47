import classes from './build-name.module.css';
import { buildParts } from './build-parts.ts';

/** A build: its version, and the beginning of its hash; the whole id is its title. */
export function BuildName({ build }: { readonly build: string }) {
  const { version, short } = buildParts(build);
  return (
    <span className={classes.build} title={build}>
      <code className={classes.version}>{version}</code>
      <code className={classes.hash}>{short}</code>
    </span>
  );
}
