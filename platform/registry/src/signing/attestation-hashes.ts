import { createHash } from 'node:crypto';
import { namedBuilds, releaseText } from '@tallystick/contract/log-proof';
import type { Replay } from '../audit/replay.ts';
import type { BuildRecord } from '../build-record.ts';
import type { Revision } from '../contract/channel.ts';
import type { Reader } from '../store/writes.ts';
import { attestationText, attestBuild, attestRevision } from './attestations.ts';
import { shellOf } from './proven.ts';

/** SHA-256 of a text, in hexadecimal digits. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The hash by which the log knows what readers are told of a build. */
export function hashOfBuild(record: BuildRecord): string {
  return hashOf(attestationText(attestBuild(record)));
}

/**
 * The hash by which the log knows what readers are told of a revision. It covers what they are told of each build in
 * it, so that one proof will do for a page. Undefined: its shell is gone, so nobody is told of it.
 */
export async function hashOfRevision(
  db: Reader,
  replay: Replay,
  revision: Revision,
): Promise<string | undefined> {
  const shell = await shellOf(db, replay, revision);
  if (shell === null) return undefined;
  const stated = attestRevision(revision, shell);
  const known = namedBuilds(stated).map(
    (key) => [key, replay.builds.get(key)?.attestation ?? null] as const,
  );
  return hashOf(releaseText(stated, Object.fromEntries(known)));
}
