import type { Move } from '@tallystick/registry/contract/channel';
import { BuildName } from '../say/build-name.tsx';
import { strings } from '../strings.ts';
import classes from './move-line.module.css';

/** What a revision did to one app: from which build to which, and what became of its canary. */
export function MoveLine({ move }: { readonly move: Move }) {
  const { app, from, to, canaryFrom, canaryTo } = move;
  const canary = canaryTo ?? canaryFrom;
  const share = strings.history.canary(canaryFrom?.percent ?? null, canaryTo?.percent ?? null);
  return (
    <p className={classes.move}>
      <strong>{app}</strong>
      {from === to ? null : (
        <span className={classes.builds}>
          {from === null ? <span>{strings.history.new}</span> : <BuildName build={from} />}
          <Arrow />
          {to === null ? <span>{strings.history.gone}</span> : <BuildName build={to} />}
        </span>
      )}
      {canary === null || (from !== to && canaryTo === null) ? null : (
        <span className={classes.builds}>
          <BuildName build={canary.build} />
          <span className={classes.share}>{share}</span>
        </span>
      )}
    </p>
  );
}

function Arrow() {
  return (
    <>
      <span className="visually-hidden"> → </span>
      <svg className={classes.arrow} viewBox="0 0 20 12" aria-hidden="true">
        <path d="M1 6h17M13 1.500L18 6l-5 4.500" />
      </svg>
    </>
  );
}
