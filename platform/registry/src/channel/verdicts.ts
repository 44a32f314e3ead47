import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import { type Condemned, condemnedAs } from '../contract/condemned.ts';
import { buildsIn, type Past } from './stack.ts';

/**
 * The canary of an app that the registry has paused, if nobody has shipped a build of the app since. People still
 * regard it as the app's canary.
 */
export function pausedCanary(
  { past, condemned }: { past: Past; condemned: readonly Condemned[] },
  app: string,
) {
  const shipped = past.get(app)?.shipped ?? 0;
  return condemned
    .filter((one) => one.why === 'paused')
    .find((one) => one.app === app && one.revision > shipped);
}

/** The verdicts in the older form that revisions also have: open tabs and servers of earlier versions read it. */
export function flagsOf(condemned: readonly Condemned[]): Pick<Revision, 'recalled' | 'held'> {
  const recalled = condemned
    .filter(({ why }) => why === 'recalled')
    .map(({ app, build }) => ({ app, build }));
  const held = Object.fromEntries(
    condemned.flatMap((one) => {
      if (one.why !== 'paused') return [];
      const { app, build, percent, revision, at, reason } = one;
      return [[app, { build, percent, revision, at, reason }] as const];
    }),
  );
  return { recalled, ...(Object.keys(held).length > 0 && { held }) };
}

/**
 * The verdicts after a revision of a version that did not write them beside it. They follow from its recalls and
 * pauses. Builds that it gives to browsers are no longer condemned, since shipping one ended its verdict then.
 */
export function verdictsAfter(
  before: readonly Condemned[],
  last: Revision | null,
  revision: Revision,
): Condemned[] {
  const { revision: number, kind, at, by, reason, moves, verdict } = revision;
  const made = { revision: number, at, by, reason };
  const isIn = (keys: readonly BuildKey[], { app, build }: BuildKey) =>
    keys.some((one) => one.app === app && one.build === build);
  const newly: Condemned[] = [
    ...Object.entries(revision.held ?? {})
      .filter(([app, { build }]) => last?.held?.[app]?.build !== build)
      .map(([app, held]) => ({ why: 'paused' as const, app, by, ...held })),
    ...revision.recalled
      .filter((key) => !isIn(last?.recalled ?? [], key))
      .map((key) => ({ why: 'recalled' as const, ...key, ...made })),
    ...(verdict === undefined || kind !== 'rollback' ? [] : moves).flatMap(({ app, from }) =>
      from === null ? [] : [{ why: 'rolled-back' as const, app, build: from, ...made }],
    ),
  ];
  const resumed = kind === 'unhold' ? moves.map(({ app }) => app) : [];
  const known = before.filter(
    ({ app, build, why }) =>
      condemnedAs(newly, app, build) === undefined &&
      !(why === 'paused' && resumed.includes(app) && revision.held?.[app]?.build !== build),
  );
  return [...known, ...newly].filter((one) => !isIn(buildsIn(revision), one));
}
