import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import type { Recall } from '../federation/recall.ts';
import type { Running } from '../federation/running.ts';
import type { RemoteInUse } from '../routing/release-in-use.ts';
import { inUse } from './in-use.ts';
import { kindOf } from './kind-of.ts';
import {
  chosen,
  climb,
  firstRungs,
  isReplaced,
  mayRecover,
  type Rungs,
  type RungsInput,
  works,
} from './rungs.ts';
import { forgetBroken, readBroken } from './starting.ts';

/** The ladders of this page's remotes: which build of each the site has, by what worked here. */
export interface Ladder {
  /**
   * From now on these are released; a remote with another build than before begins at the top. Not
   * told to listeners.
   */
  follow(remotes: readonly RemoteRelease[]): void;
  /** The build of each remote that the site has now. */
  builds(): Readonly<Record<string, string>>;
  /** The remotes of a release, each by that build. */
  inUse(remotes: readonly RemoteRelease[]): RemoteInUse[];
  /** `took`: milliseconds from asking for it to its pages being there. */
  loaded(app: string, build: string, took: number): void;
  /**
   * A build failed, with this error as it loaded or in a page, or in an event as it began. True if
   * another build takes its place.
   */
  failed(app: string, build: string, error: unknown, at: 'load' | 'page' | 'boot'): boolean;
  stood(app: string, build: string): void;
  /** Begins anew at the top, because somebody tries again. */
  again(app: string): void;
  /** Remotes of which a build failed by what may have passed by now. */
  waiting(): readonly RemoteRelease[];
  retryDue(app: string): void;
  /** True if the site has a build of it that has not failed. */
  works(app: string): boolean;
  /** Calls the listener after each change; returns how to stop. */
  onChange(listener: () => void): () => void;
}

/**
 * The ladders of a page that was served with these remotes; `running` is told what loads, fails, is left
 * and comes back. Begins without the builds that took an earlier page of this tab with them.
 */
export function createLadder(
  remotes: readonly RemoteRelease[],
  running: Pick<Running, 'loaded' | 'failed' | 'stepped' | 'recovered'>,
  recall: Pick<Recall, 'isRecalled'>,
): Ladder {
  const { before: broken, now } = readBroken();
  const ladders = new Map<string, { remote: RemoteRelease; rungs: Rungs }>();
  const listeners = new Set<() => void>();

  const take = (app: string, input: RungsInput): void => {
    const known = ladders.get(app);
    if (known === undefined) return;
    const { rungs, news } = climb(known.rungs, input);
    ladders.set(app, { ...known, rungs });
    if (news?.type === 'step') running.stepped(app, news.from, news.to);
    if (news?.type === 'recovered') running.recovered(app, news.build);
    if (rungs === known.rungs) return;
    for (const listener of [...listeners]) listener();
  };

  const first = (app: string, released: string, fallback: string | null): Rungs =>
    broken
      .filter((part) => part.app === app)
      .map(({ build }) => ({ type: 'failed' as const, build, kind: 'boot' as const }))
      .reduce((rungs, input) => climb(rungs, input).rungs, firstRungs(released, fallback));

  const builds = () =>
    Object.fromEntries([...ladders].map(([app, { rungs }]) => [app, chosen(rungs)]));

  const ladder: Ladder = {
    builds,
    inUse: (remotes) => inUse(remotes, builds()),
    follow(remotes) {
      for (const app of ladders.keys()) {
        if (!remotes.some(({ name }) => name === app)) ladders.delete(app);
      }
      for (const remote of remotes) {
        const { name: app, build: released, fallback: below } = remote;
        const usable = below && below.build !== released && !recall.isRecalled(app, below.build);
        const fallback = usable ? below.build : null;
        const known = ladders.get(app)?.rungs;
        const rungs = known
          ? climb(known, { type: 'offered', released, fallback }).rungs
          : first(app, released, fallback);
        ladders.set(app, { remote, rungs });
      }
    },
    loaded(app, build, took) {
      running.loaded(app, build, took);
      take(app, { type: 'loaded', build });
    },
    failed(app, build, error, at) {
      const kind = at === 'boot' ? at : kindOf(error, at);
      running.failed(app, build, kind);
      take(app, { type: 'failed', build, kind });
      const known = ladders.get(app);
      return known !== undefined && isReplaced(known.rungs, build);
    },
    stood: (app, build) => take(app, { type: 'stood', build }),
    again(app) {
      forgetBroken(app);
      take(app, { type: 'again' });
    },
    retryDue: (app) => take(app, { type: 'retryDue' }),
    works(app) {
      const known = ladders.get(app);
      return known !== undefined && works(known.rungs);
    },
    waiting: () =>
      [...ladders.values()].flatMap(({ remote, rungs }) => (mayRecover(rungs) ? [remote] : [])),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  ladder.follow(remotes);
  if (now !== null) ladder.failed(now.app, now.build, null, 'boot');
  return ladder;
}
