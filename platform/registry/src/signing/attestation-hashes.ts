import { createHash } from 'node:crypto';
import { canonicalJson } from '../audit/canonical-json.ts';
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

/** What is stated of a revision in the log: what readers are told of it, and the hash for each of its builds. */
const releaseType = 'tallystick-release-1';

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
  const { builds, canaries, fallbacks, ...stated } = attestRevision(revision, shell);
  const named = [
    ...Object.entries(builds),
    ...Object.entries(canaries).map(([app, { build }]) => [app, build] as const),
    ...Object.entries(fallbacks),
  ];
  const attestations = named.map(([app, build]) => {
    const key = `${app}@${build}`;
    return [key, replay.builds.get(key)?.attestation ?? null] as const;
  });
  return hashOf(
    canonicalJson({
      ...{ ...stated, type: releaseType, builds, canaries, fallbacks },
      attestations: Object.fromEntries(attestations),
    }),
  );
}
