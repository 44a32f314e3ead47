import type { SbomPackage } from '@tallystick/contract/sbom';
import { satisfies, valid } from 'semver';
import type { Replay } from '../../src/audit/replay.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import { inTurn } from '../../src/files/in-turn.ts';
import { summaries, toSummary } from '../../src/publish/builds.ts';
import type { Reader } from '../../src/store/writes.ts';
import { type Contents, type FoundBuild, isRunning } from './contract/contents.ts';
import type { Sboms } from './sboms.ts';

/** A package, and which versions of it are meant; without a range any. */
export interface PackageQuestion {
  name: string;
  range?: string | undefined;
}

/** The published builds that have a package, or may have it: what browsers get first, then the newest first. */
export async function findPackage(
  db: Reader,
  replay: Replay,
  sboms: Sboms,
  asked: PackageQuestion,
): Promise<Contents> {
  const rows = await summaries(db).orderBy('published_at', 'desc').orderBy('app').execute();
  const looked = await inTurn(rows, async (row): Promise<FoundBuild[]> => {
    const { app, build, publishedAt, publishedBy, owner } = toSummary(row);
    const { sbom: hash, provenance } = replay.builds.get(`${app}@${build}`) ?? {};
    const packages = hash === undefined ? null : await sboms.packages({ app, build }, hash);
    const finding = findIn(packages, asked);
    if (finding === null) return [];
    const standing = standingOf(replay, { app, build });
    return [
      {
        ...{ app, build, ...finding, standing, publishedAt, publishedBy },
        ...(provenance && { provenance }),
        ...(owner && { owner }),
      },
    ];
  });
  const found = looked.flat();
  const [running, others] = [found.filter(isRunning), found.filter((one) => !isRunning(one))];
  return { name: asked.name, range: asked.range ?? null, builds: [...running, ...others] };
}

/** What packages say of one; null: it is not among them. */
function findIn(
  packages: readonly SbomPackage[] | null,
  { name, range }: PackageQuestion,
): Pick<FoundBuild, 'found' | 'versions'> | null {
  if (packages === null) return { found: 'unknown', versions: [] };
  const named = packages.filter((one) => one.name === name);
  // A version before a release counts: whoever looks for what is wrong wants to see one too many.
  const isMeant = ({ version }: SbomPackage) =>
    range === undefined || satisfies(version, range, { loose: true, includePrerelease: true });
  const meant = named.filter(isMeant);
  const inside = meant.filter(({ shared }) => shared !== 'taken');
  if (inside.length > 0) return { found: 'inside', versions: versionsOf(inside) };
  const unclear = named.filter(
    ({ version }) => range !== undefined && valid(version, true) === null,
  );
  if (unclear.length > 0) return { found: 'unknown', versions: versionsOf(unclear) };
  return meant.length > 0 ? { found: 'taken', versions: versionsOf(meant) } : null;
}

const versionsOf = (packages: readonly SbomPackage[]) => [
  ...new Set(packages.map(({ version }) => version)),
];

function standingOf({ channels }: Replay, { app, build }: BuildKey): FoundBuild['standing'] {
  return [...channels].flatMap(([channel, { newest, live }]): FoundBuild['standing'] => {
    const canary = newest.canaries[app];
    if (newest.builds[app] === build) return [{ channel, as: 'live' }];
    if (canary?.build === build) return [{ channel, as: canary.ramp ? 'ramping' : 'canary' }];
    return live.has(`${app}@${build}`) ? [{ channel, as: 'earlier' }] : [];
  });
}
