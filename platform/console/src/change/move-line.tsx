import type { AppValues } from '@tallystick/registry/contract/app-values';
import type { Canary, Move } from '@tallystick/registry/contract/channel';
import { rampText } from '@tallystick/registry/contract/ramp-words';
import { BuildName } from '../say/build-name.tsx';
import { percent } from '../say/numbers.ts';
import { strings } from '../strings.ts';
import classes from './move-line.module.css';

/** What a revision did to one app: from which build to which, and what became of its canary and settings. */
export function MoveLine({ move }: { readonly move: Move }) {
  const { app, from, to, canaryFrom, canaryTo, settings } = move;
  const before = canaryFrom !== null && canaryFrom.build === canaryTo?.build ? canaryFrom : null;
  // One that is for everybody now has not ended.
  const ended = before === null && canaryFrom?.build !== to ? canaryFrom : null;
  const moved = canaryTo !== null && textOf(canaryTo) !== textOf(before) ? canaryTo : null;
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
      {ended === null ? null : <Share build={ended.build} from={ended.percent} to={null} />}
      {moved === null ? null : (
        <Share build={moved.build} from={before?.percent ?? null} to={moved} />
      )}
      {settings === undefined ? null : (
        <span className={classes.builds}>
          <code>{settingsText(settings.from)}</code>
          <Arrow />
          <code>{settingsText(settings.to)}</code>
        </span>
      )}
    </p>
  );
}

/** How many browsers have a canary, and where its ramp goes. */
const textOf = (canary: Canary | null) =>
  canary && `${canary.percent} ${canary.ramp ? rampText(canary.ramp) : ''}`;

/** What is set of an app, such as `pageSize=50, newList=true for 10 %`. */
export function settingsText(set: AppValues | null): string {
  const { values = {}, share } = set ?? {};
  const list = (of: AppValues['values'], more = '') =>
    Object.entries(of)
      .map(([name, value]) => `${name}=${value}${more}`)
      .sort();
  const shared = share ? list(share.values, ` for ${percent(share.percent)}`) : [];
  return [...list(values), ...shared].join(', ') || strings.change.settings.none;
}

interface ShareProps {
  readonly build: string;
  /** Percent of browsers; null: it was no canary. */
  readonly from: number | null;
  /** Null: it is none any more. */
  readonly to: Canary | null;
}

function Share({ build, from, to }: ShareProps) {
  return (
    <span className={classes.builds}>
      <BuildName build={build} />
      <span className={classes.share}>
        {strings.history.canary(from, to?.percent ?? null)}
        {to?.ramp ? `, ${rampText(to.ramp)}` : ''}
      </span>
    </span>
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
