import classes from './build-name.module.css';
import { useBuildNames } from './build-names.ts';

/** What a build is called; the whole id is its title. */
export function BuildName({ build }: { readonly build: string }) {
  const nameOf = useBuildNames();
  return (
    <code className={classes.build} title={build}>
      {nameOf(build)}
    </code>
  );
}
