import { proveRelease } from '@tallystick/contract/log-proof';
import type { OpenSigned } from '@tallystick/contract/read-release';
import type { ReleaseProof } from '@tallystick/contract/release-proof';
import type { Signed } from '@tallystick/contract/signed-release';
import {
  type AttestedRevision,
  attestedRevisionSchema,
  isAttestationOf,
} from '@tallystick/registry/attestations';
import type { Revision } from '@tallystick/registry/contract/channel';
import type { Registry } from '@tallystick/registry/registry';
import * as v from 'valibot';

/** What the registry attests of a revision, and the attestation as it was signed. */
export interface SignedRevision extends AttestedRevision {
  signed: Signed;
  /** That it is in the log. */
  proof: ReleaseProof;
}

/** How what the registry says is verified. */
export interface Verifying {
  /** Public keys by which it must be signed: Ed25519, 32 bytes in base64. */
  keys: readonly string[];
  open: OpenSigned;
}

/**
 * Whether one revision comes after another. If a failover lost revisions, their numbers are given again. If two have
 * one number, the one that was made later counts, and the other never replaces it.
 */
export function isAfter(
  one: Pick<AttestedRevision, 'revision' | 'at'>,
  other: Pick<AttestedRevision, 'revision' | 'at'>,
): boolean {
  return one.revision === other.revision ? one.at > other.at : one.revision > other.revision;
}

/**
 * The attestation of a revision, verified, and held against the log.
 *
 * @throws Error with one line if it is not validly signed, or not in the log.
 */
export async function readRevision(
  registry: Pick<Registry, 'attestations'>,
  { keys, open }: Verifying,
  expected: Revision,
): Promise<SignedRevision> {
  const { channel, revision } = expected;
  const name = `revision ${revision} of ${channel}`;
  const signed = await registry.attestations.ofRevision(channel, revision);
  if (signed === null) throw new Error(`${name} is not signed`);
  const attested = await open(signed).then(
    (text) => v.parse(attestedRevisionSchema, text),
    () => {
      throw new Error(`${name} is not signed by the registry`);
    },
  );
  if (!isAttestationOf(attested, expected)) throw new Error(`${name} is signed as another`);
  const proof = await registry.attestations.proofOfRevision(channel, revision);
  if (proof === null) throw new Error(`${name} is not in the log`);
  await proveRelease(signed.text, proof, keys).catch(() => {
    throw new Error(`${name} is not in the log of the registry`);
  });
  return { ...attested, signed, proof };
}
