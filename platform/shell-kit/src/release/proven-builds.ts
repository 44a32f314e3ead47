import { hashOfText, provenAttestations } from '@tallystick/contract/log-proof';
import { NotSigned } from '@tallystick/contract/open-signed';
import { type OpenSigned, readRelease } from '@tallystick/contract/read-release';
import type { ReleaseDocument } from '@tallystick/contract/release';
import { signedReleaseSchema } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { openSigned, releaseKeys } from '../configuration/page-configuration.ts';

/** The hashes of the attestations of all builds that releases of this page have proven to be in the log. */
const proven = new Set<string>();

/**
 * Reads a release document, and the proof in it.
 *
 * @throws NotSigned if its revision, or a build of a preview, is not in the log of releases
 */
export async function readProvenRelease(json: string): Promise<ReleaseDocument> {
  const release = await readRelease(json, openSigned);
  const { revision, proof } = v.parse(signedReleaseSchema, JSON.parse(json));
  if (proof === undefined) throw new NotSigned('It says not where it is in the log of releases.');
  for (const hash of await provenAttestations(revision.text, proof, releaseKeys())) {
    proven.add(hash);
  }
  return release;
}

/** Opens the attestation of a build that is in the log, as a release of this page has proven. */
export const openProven: OpenSigned = async (signed) => {
  const stated = await openSigned(signed);
  if (proven.has(await hashOfText(signed.text))) return stated;
  throw new NotSigned('It is not in the log of releases.');
};
