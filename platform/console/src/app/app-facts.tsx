import type { Owner } from '@tallystick/contract/owner';
import type { Provenance as BuildProvenance } from '@tallystick/registry/contract/provenance';
import { CopyButton } from '@tallystick/ui/copy-button';
import { Facts } from '@tallystick/ui/facts';
import type { Standing } from '../board/standing.ts';
import { BuildName } from '../say/build-name.tsx';
import { MomentInFull } from '../say/moment.tsx';
import { percent } from '../say/numbers.ts';
import { strings } from '../strings.ts';
import { OwnerName } from '../ui/owner-name.tsx';
import classes from './app-facts.module.css';
import { Provenance } from './provenance.tsx';

interface AppFactsProps {
  readonly standing: Standing;
  /** Where its live build comes from, if that is known. */
  readonly provenance?: BuildProvenance | undefined;
  /** The team that the app belongs to; undefined: no build says so. */
  readonly owner: Owner | undefined;
}

/** Which build of an app is live, since when, by whom and why; and whose the app is. */
export function AppFacts({ standing, provenance, owner }: AppFactsProps) {
  const { build, canary, since } = standing;
  const words = strings.app;
  const facts = [
    owner !== undefined && {
      name: words.facts.owner,
      value: <OwnerName owner={owner} />,
    },
    {
      name: words.facts.live,
      value:
        build === null ? (
          strings.board.notLive
        ) : (
          <>
            <code>{build}</code> <CopyButton text={build} what={strings.change.build} />
          </>
        ),
    },
    provenance !== undefined && {
      name: words.facts.built,
      value: (
        <span className={classes.built}>
          <Provenance provenance={provenance} />
        </span>
      ),
    },
    since !== null && {
      name: words.facts.since,
      value: (
        <>
          {strings.board.by(since.by)} {words.in(since.revision)}, <MomentInFull at={since.at} />
        </>
      ),
    },
    since !== null && { name: words.facts.why, value: since.reason },
    canary !== null && {
      name: words.facts.canary,
      value: (
        <>
          <BuildName build={canary.build} /> · {percent(canary.percent)}
        </>
      ),
    },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}
