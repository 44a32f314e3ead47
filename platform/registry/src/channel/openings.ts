import { letsIn } from '@tallystick/contract/policy/opening';
import type { SiteRules } from '@tallystick/contract/site-rules';
import { newestOf, type Replay } from '../audit/replay.ts';
import type { ChannelOpening } from '../contract/channel-openings.ts';
import type { Reader } from '../store/writes.ts';
import { readTraits } from './read-channel.ts';
import { buildsIn } from './stack.ts';

/** What pages of a channel may do beyond the strict policy, and what its builds ask for, in order. */
export async function readOpenings(
  db: Reader,
  replay: Replay,
  channel: string,
  site: SiteRules | null,
): Promise<ChannelOpening[]> {
  const current = newestOf(replay, channel);
  const builds = current === null ? [] : buildsIn(current);
  const traits = await readTraits(db, builds);
  const needed = builds.map(({ app, build }) => {
    const { connect = [], needs = [] } = traits.get(`${app}@${build}`)?.declaration?.policy ?? {};
    return { app, openings: [...hosts(connect), ...needs] };
  });
  const approved = [...replay.settings].map(([app, { connect, openings }]) => ({
    app,
    openings: [...hosts(connect), ...openings],
  }));
  const ofSite = site?.openings ?? [];
  const all = [...ofSite, ...[...needed, ...approved].flatMap(({ openings }) => openings)];
  return [...new Set(all)].sort().map((opening) => ({
    opening,
    letsIn: letsIn(opening),
    bySite: site && ofSite.includes(opening),
    approvedFor: appsWith(approved, opening),
    neededBy: appsWith(needed, opening),
  }));
}

const hosts = (connect: readonly string[]) => connect.map((host) => `connect:${host}`);

function appsWith(
  apps: readonly { app: string; openings: readonly string[] }[],
  opening: string,
): string[] {
  const found = apps.filter(({ openings }) => openings.includes(opening));
  return [...new Set(found.map(({ app }) => app))].sort();
}
