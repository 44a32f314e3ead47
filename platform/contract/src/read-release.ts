import * as v from 'valibot';
import type { LoadableBuild, ReleaseDocument, RemoteBuild } from './release.ts';
import {
  buildAttestationSchema,
  declarationsAttestationSchema,
  revisionAttestationSchema,
  type Signed,
  type SignedBuild,
  type SignedRelease,
  signedReleaseSchema,
} from './signed-release.ts';

/** The JSON of a signed text; rejects if its signature does not hold. */
export type OpenSigned = (signed: Signed) => Promise<unknown>;

/** The same of a build, which may have to be proven, too. */
export type OpenBuild = (signed: SignedBuild) => Promise<unknown>;

/** Takes a text as it is: for one that was verified before, and for tests of other things. */
export const openUnverified: OpenSigned = async ({ text }) => JSON.parse(text);

/** Path of an artifact on the site, with a trailing slash. */
export function artifactBase(app: string, build: string): string {
  return `/artifacts/${app}/${build}/`;
}

/** Path of the attestation of a build. */
export function attestationPath(app: string, build: string): string {
  return `/artifacts/${app}/${build}.json`;
}

/**
 * Reads a release document as it is sent.
 *
 * @throws Error if a text is not signed, not what it should be, or missing.
 */
export async function readRelease(json: string, open: OpenSigned): Promise<ReleaseDocument> {
  return await openRelease(v.parse(signedReleaseSchema, JSON.parse(json)), open);
}

/**
 * The same of one that was parsed. Each remote has the build that the signed revision names for it, live
 * or canary, with the routes and the menu that this build declares. In a preview it may be any build.
 *
 * @throws Error if a text is not signed, not what it should be, or missing.
 */
export async function openRelease(
  travelled: SignedRelease,
  open: OpenSigned,
): Promise<ReleaseDocument> {
  const { preview } = travelled;
  const [stated, declared] = await Promise.all(
    [travelled.revision, travelled.declarations].map(open),
  );
  const { channel, revision, shell, builds, canaries, fallbacks, slots, values } = v.parse(
    revisionAttestationSchema,
    stated,
  );
  const known = new Map(declaredBuilds(declared).map((one) => [`${one.name}@${one.build}`, one]));
  const chosen: Record<string, string> = { ...builds };
  const falls: Record<string, string> = { ...fallbacks };
  const canary: Record<string, true> = {};
  for (const app of travelled.canaries) {
    const { build } = canaries[app] ?? {};
    const live = builds[app];
    if (build === undefined || live === undefined) continue;
    canary[app] = true;
    chosen[app] = build;
    falls[app] = live;
  }
  const all = Object.entries({ ...chosen, ...preview?.builds });
  const markOf = (app: string) => (canary[app] ? { canary: true } : {});
  const setOf = (app: string) => {
    const { values: set, share, now } = values?.[app] ?? {};
    if (set === undefined) return {};
    const own = travelled.shares?.includes(app) ? share?.values : {};
    return { values: { ...set, ...own }, ...(now !== undefined && { valuesNow: now }) };
  };

  return {
    channel,
    revision,
    shell: { name: shell, build: preview?.builds[shell] ?? chosen[shell] ?? '', ...markOf(shell) },
    remotes: all.flatMap(([app, build]) => {
      if (app === shell) return [];
      const remote = known.get(`${app}@${build}`);
      if (remote === undefined) throw new Error(`Nothing is stated of ${app} ${build}.`);
      const fallback = preview === undefined && known.get(`${app}@${falls[app]}`);
      const set = setOf(app);
      return [
        {
          ...remote,
          ...set,
          ...markOf(app),
          ...(fallback && { fallback: { ...fallback, ...set } }),
        },
      ];
    }),
    ...(slots && { slots }),
    ...(preview && { preview }),
  };
}

function declaredBuilds(attestation: unknown): RemoteBuild[] {
  const { remotes } = v.parse(declarationsAttestationSchema, attestation);
  return remotes.flatMap(({ builds, declaration }) =>
    builds.map((build) => {
      const { name } = declaration;
      return { name, build, base: artifactBase(name, build), declaration };
    }),
  );
}

/**
 * Reads the attestation of a remote's build.
 *
 * @throws Error if it is not signed, or is not of a remote.
 */
export async function readBuild(signed: SignedBuild, open: OpenBuild): Promise<LoadableBuild> {
  const { artifact, manifest } = v.parse(buildAttestationSchema, await open(signed));
  const { app: name, build, declaration, files } = artifact;
  if (declaration === undefined) throw new Error(`${name} ${build} is no remote.`);
  return { name, build, base: artifactBase(name, build), declaration, files, manifest };
}
