import { readEnvironment } from '@tallystick/shared/environment';

/**
 * The public keys of RELEASE_PUBLIC_KEYS, by one of which a release document must be signed for the
 * shell that is being built to load anything of it. With none the shell would believe nobody.
 *
 * @throws Error with one line if it is no list of keys
 */
export function releaseKeys(): readonly string[] {
  const read = readEnvironment({ RELEASE_PUBLIC_KEYS: process.env.RELEASE_PUBLIC_KEYS });
  if (!read.ok) throw new Error(read.problem);
  return read.environment.RELEASE_PUBLIC_KEYS;
}
