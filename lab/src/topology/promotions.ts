import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseCommand } from './release.ts';

const pauseMs = 2_000;

/** As `app@build`. */
type Builds = readonly string[];

/** A manager who promotes sets of builds by turns, at a node that is not meant to be down. */
export function startPromotions(
  { run }: Pick<ReleaseCommand, 'run'>,
  admins: Readonly<Record<string, number>>,
  first: readonly Builds[],
) {
  const sets = [...first];
  const stopping = new AbortController();
  const made: number[] = [];
  let avoided: string | undefined;
  const running = (async () => {
    for (let turn = 1; !stopping.signal.aborted; turn += 1) {
      const open = Object.entries(admins).filter(([node]) => node !== avoided);
      const port = open[turn % open.length]?.[1] ?? 0;
      const keys = sets[turn % sets.length] ?? [];
      const said = await run(port, 'promote', ...keys, '--reason', `topology: turn ${turn}`).catch(
        // It may have been asked just before its node was to stop: what is not acknowledged is not counted.
        () => '',
      );
      const [, revision] = /revision (\d+)/.exec(said) ?? [];
      if (revision !== undefined) made.push(Number(revision));
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    /** Also these builds have a turn from now on. */
    add: (builds: Builds) => void sets.push(builds),
    /** The node that is not to be asked. */
    avoid: (node: string | undefined) => {
      avoided = node;
    },
    /** Answers the revisions that were acknowledged. */
    stop: async () => {
      stopping.abort();
      await running;
      return made;
    },
  };
}
