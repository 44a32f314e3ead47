import { CopyButton } from '@tallystick/ui/copy-button';
import { Facts } from '@tallystick/ui/facts';
import type { Standing } from '../board/standing.ts';
import { BuildName } from '../say/build-name.tsx';
import { MomentInFull } from '../say/moment.tsx';
import { percent } from '../say/numbers.ts';
import { strings } from '../strings.ts';

/** Which build of an app is live, since when, by whom and why. */
export function AppFacts({ standing }: { readonly standing: Standing }) {
  const { build, canary, since } = standing;
  const words = strings.app;
  const facts = [
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
