import { NotSigned } from '@tallystick/contract/open-signed';
import { attestationPath, type OpenBuild, readBuild } from '@tallystick/contract/read-release';
import type { LoadableBuild, ReleaseDocument, RemoteBuild } from '@tallystick/contract/release';
import { signedBuildSchema, signedBuildsSchema } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { LoadFailure, timeoutMs } from './load-failure.ts';

/**
 * What is needed to load a build, once its attestation has been verified. It stands in the page, or is asked
 * for; asked for again after a failure alone.
 *
 * @throws LoadFailure
 */
export type ReadBuild = (remote: Pick<RemoteBuild, 'name' | 'build'>) => Promise<LoadableBuild>;

/**
 * Reads the attestations that stand in the page, from their JSON.
 *
 * @throws Error if one of them is not signed as it should be
 */
export function readInlinedBuilds(inlined: string, open: OpenBuild): Promise<LoadableBuild[]> {
  const signed = v.parse(signedBuildsSchema, JSON.parse(inlined));
  return Promise.all(signed.map((one) => readBuild(one, open)));
}

/** A release in which these builds declare all that their attestations say: of others the page has outlines. */
export function withWhole(
  release: ReleaseDocument,
  builds: readonly LoadableBuild[],
): ReleaseDocument {
  const whole = new Map(builds.map((build) => [keyOf(build), build.declaration]));
  const remotes = release.remotes.map((remote) => ({
    ...remote,
    declaration: whole.get(keyOf(remote)) ?? remote.declaration,
  }));
  return { ...release, remotes };
}

/**
 * Reads builds by their attestations.
 *
 * @param known those that stand in the page
 */
export function createBuildReader(known: readonly LoadableBuild[], open: OpenBuild): ReadBuild {
  const builds = new Map(known.map((build) => [keyOf(build), Promise.resolve(build)]));

  async function ask({ name, build }: Parameters<ReadBuild>[0], cache: RequestCache) {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(attestationPath(name, build), { cache, signal });
    if (!answer.ok) throw new Error(`it was answered with ${answer.status}`);
    const read = await readBuild(v.parse(signedBuildSchema, await answer.json()), open);
    // The attestation of another build is validly signed as well.
    if (keyOf(read) === keyOf({ name, build })) return read;
    throw new NotSigned(`${keyOf(read)} came in its place`);
  }

  return (remote) => {
    const key = keyOf(remote);
    const known = builds.get(key);
    if (known !== undefined) return known;
    // What a cache has may be signed by a key of before, or without a proof.
    const asked = ask(remote, 'default')
      .catch((error) => (isLate(error) ? Promise.reject(error) : ask(remote, 'reload')))
      .catch((cause) => {
        builds.delete(key);
        throw new LoadFailure(isLate(cause) ? 'slow' : 'unavailable', `nothing of ${key}`, cause);
      });
    builds.set(key, asked);
    return asked;
  };
}

function isLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function keyOf({ name, build }: Pick<RemoteBuild, 'name' | 'build'>): string {
  return `${name}@${build}`;
}
