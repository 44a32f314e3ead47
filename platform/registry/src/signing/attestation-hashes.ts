import { createHash } from 'node:crypto';
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
 * The hash by which the log knows what readers are told of a revision. Undefined: its shell is gone, so nobody is told
 * of it.
 */
export async function hashOfRevision(
  db: Reader,
  replay: Replay,
  revision: Revision,
): Promise<string | undefined> {
  const shell = await shellOf(db, replay, revision);
  return shell === null ? undefined : hashOf(attestationText(attestRevision(revision, shell)));
}
