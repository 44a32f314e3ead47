import type { Owner } from '@tallystick/contract/owner';
import type { Board } from '@tallystick/registry/contract/board';
import { ownerOf } from '@tallystick/registry/contract/history';
import { routes } from '@tallystick/registry/contract/routes';
import { everyApp } from '@tallystick/registry/contract/scalars';
import type { AdminClient } from '../admin/client.ts';
import { allBuilds, didYouMeanApp } from '../builds/find-build.ts';
import { fail, orFail } from '../outcome.ts';

/** The team of an app; undefined: its `remote.json` does not say. An app without a build ends the command. */
export async function ownerOfApp(
  app: string,
  { current }: Board,
  client: AdminClient,
): Promise<Owner | undefined> {
  const builds = orFail(await client.call(routes.builds, { query: { app } }));
  if (builds.length === 0) {
    const others = didYouMeanApp(app, await allBuilds(client));
    fail('unknown', `No build of ${app} was published.${others}`, 'Look at what there is: builds.');
  }
  return ownerOf(builds, current?.builds[app] ?? null);
}

/** What a board says of one app. */
export function ofApp(app: string, board: Board): Board {
  const { current } = board;
  const own = <T extends { app: string }>(all: readonly T[]) =>
    all.filter((one) => one.app === app);
  const entry = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name === app));
  return {
    ...board,
    current: current && {
      ...current,
      builds: entry(current.builds),
      canaries: entry(current.canaries),
    },
    locks: board.locks.filter((lock) => lock.app === app || lock.app === everyApp),
    recalls: own(board.recalls),
    builds: own(board.builds),
    left: own(board.left),
    breaches: own(board.breaches),
    canaryComparisons: own(board.canaryComparisons ?? []),
    shareComparisons: own(board.shareComparisons ?? []),
    condemned: own(board.condemned),
    errors: entry(board.errors),
    ramps: entry(board.ramps),
    thrown: own(board.thrown),
  };
}
