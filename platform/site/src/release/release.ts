import { openRelease, openUnverified } from '@tallystick/contract/read-release';
import type { Preview, ReleaseDocument } from '@tallystick/contract/release';
import type { SignedRelease } from '@tallystick/contract/signed-release';
import type { AttestedRevision } from '@tallystick/registry/attestations';
import { approvedOpenings } from '@tallystick/registry/contract/app-settings';
import type { Registry } from '@tallystick/registry/registry';
import type { BuildRecord, Records } from './records.ts';
import type { SignedRevision } from './revisions.ts';

/** What one page, or one kind of page, is made from: a build of each app, and all known of it. */
export interface Release {
  /** Names the choice of builds: two releases with the same key are the same. */
  key: string;
  /** As `/releases/current.json` gives it, for shells of any build to verify … */
  signed: SignedRelease;
  /** … as its pages have it: no more than their shell needs of remotes that do not own the page … */
  inlined: SignedRelease;
  /** … and as the browser reads it. */
  document: ReleaseDocument;
  shell: BuildRecord;
  remotes: ReadonlyMap<string, BuildRecord>;
  /** Where a browser falls back to, of each remote that has such a build. */
  fallbacks: ReadonlyMap<string, BuildRecord>;
}

/** Every build that a revision names, whoever gets it. */
export function namedBy({
  builds,
  canaries,
  fallbacks,
}: AttestedRevision): (readonly [string, string])[] {
  return [
    ...Object.entries(builds),
    ...Object.entries(canaries).map(([app, { build }]) => [app, build] as const),
    ...Object.entries(fallbacks),
  ];
}

/** Which of a revision's builds a browser gets. */
export interface ReleaseChoice {
  /** Apps of which it gets the canary. */
  canaries?: readonly string[];
  /** Apps of whose settings it has what is set for a share of browsers. */
  shares?: readonly string[];
  /** What is looked at in place of what everybody gets; without builds to fall back to. */
  preview?: Preview;
}

/** Names what a browser gets of a revision. */
export function keyOfChoice({ canaries, shares }: Required<Omit<ReleaseChoice, 'preview'>>) {
  return [canaries.join('+'), ...shares].join('/');
}

/** What releases are composed of. */
export interface ReleaseParts {
  records: Records;
  registry: Pick<Registry, 'attestations'>;
}

/**
 * Joins a revision with the records of its builds.
 *
 * @throws Error with one line: a build that was never published, or that is no shell where there
 * must be one.
 */
export async function composeRelease(
  revision: SignedRevision,
  { records, registry }: ReleaseParts,
  { canaries = [], shares = [], preview }: ReleaseChoice = {},
): Promise<Release> {
  const name = `${revision.channel} ${revision.revision}`;
  const given = canaries.flatMap((app) => {
    const canary = revision.canaries[app];
    return canary === undefined ? [] : [[app, canary.build] as const];
  });
  const builds = { ...revision.builds, ...Object.fromEntries(given), ...preview?.builds };
  const found = await Promise.all(
    Object.entries(builds).map(async ([app, build]) => {
      const record = await records.read(app, build);
      if (record === null) throw new Error(`${name}: there is no ${app} ${build}`);
      return record;
    }),
  );
  const shells = found.filter(({ artifact }) => artifact.kind === 'shell');
  const shell = shells.find(({ artifact }) => artifact.app === revision.shell);
  if (shell === undefined || shells.length > 1) throw new Error(`${name} must have one shell`);
  // Where the canary does not work, the live build does.
  const live = Object.entries(revision.builds).filter(([app]) => canaries.includes(app));
  const falls = preview === undefined ? { ...revision.fallbacks, ...Object.fromEntries(live) } : {};
  const below = await Promise.all(
    Object.entries(falls).map(([app, build]) => records.read(app, build)),
  );
  const fallbacks = below.filter((record) => record !== null);
  const remotes = found.filter(({ artifact }) => artifact.kind === 'remote');
  // The records were verified when they were read.
  const artifacts = [...remotes, ...fallbacks].map(({ artifact }) => artifact);
  const holds = (file: string) => shell.artifact.files[file] !== undefined;
  // A shell of before reads attestations of all builds in the release document; docs/decisions/0061.
  const readsAll = !holds('reads-declarations.txt');
  // One of now reads how a page looks from the attestation of its build; docs/decisions/0087.
  const readsOutlines = holds('reads-outlines.txt');
  const attestation = ({ signed: { text, signature } }: BuildRecord) => ({ text, signature });
  const signed: SignedRelease = {
    revision: revision.signed,
    proof: revision.proof,
    declarations: registry.attestations.ofDeclarations(artifacts, 'whole'),
    ...(readsAll && { builds: [...remotes, ...fallbacks].map(attestation) }),
    canaries: [...canaries],
    ...(shares.length > 0 && { shares: [...shares] }),
    ...(preview && { preview }),
  };
  return {
    key: `${revision.channel}/${revision.revision}/${revision.at}/${keyOfChoice({ canaries, shares })}`,
    signed,
    inlined: readsOutlines
      ? { ...signed, declarations: registry.attestations.ofDeclarations(artifacts, 'outline') }
      : signed,
    document: await openRelease(signed, openUnverified),
    shell,
    remotes: byApp(remotes),
    fallbacks: byApp(fallbacks),
  };
}

function byApp(records: readonly BuildRecord[]): ReadonlyMap<string, BuildRecord> {
  return new Map(records.map((record) => [record.artifact.app, record]));
}

/**
 * With what its pages may do beyond the site's policy, such as `connect:https://…`: of each build that may run there,
 * what is approved now.
 */
export type ReleaseNow = Release & { readonly approved: readonly string[] };

export function withApproved(
  release: Release,
  settings: Parameters<typeof approvedOpenings>[1],
): ReleaseNow {
  const records = [...release.remotes.values(), ...release.fallbacks.values()];
  const artifacts = records.map(({ artifact }) => artifact);
  return { ...release, approved: approvedOpenings(artifacts, settings) };
}
