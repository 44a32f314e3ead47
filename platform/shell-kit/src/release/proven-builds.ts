import { proveBuild, proveRelease } from '@tallystick/contract/log-proof';
import { NotSigned } from '@tallystick/contract/open-signed';
import { type OpenBuild, openRelease } from '@tallystick/contract/read-release';
import type { ReleaseDocument } from '@tallystick/contract/release';
import { signedReleaseSchema } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { openSigned, releaseKeys } from '../configuration/page-configuration.ts';

/**
 * Which proofs a page demands that what it runs is in the log of releases: `where given` takes what brings none. A
 * wrong one is never taken.
 */
export type ProofDemand = 'required' | 'where given';

export type ProvenReading = ReturnType<typeof readProven>;

/** Reads what is signed, and holds it against the log of releases. */
export function readProven(proofs: ProofDemand) {
  const mayLack = proofs === 'where given';
  return {
    /**
     * Reads a release document, and the proof in it.
     *
     * @throws NotSigned if its revision is not in the log
     */
    async release(json: string): Promise<ReleaseDocument> {
      const signed = v.parse(signedReleaseSchema, JSON.parse(json));
      const { revision, proof } = signed;
      const release = await openRelease(signed, openSigned);
      if (proof !== undefined) await proveRelease(revision.text, proof, releaseKeys());
      else if (!mayLack) throw new NotSigned('It says not where it is in the log of releases.');
      return release;
    },
    /** Opens the attestation of a build that was published by the log. */
    build: (async (signed) => {
      const stated = await openSigned(signed);
      if (signed.proof !== undefined || !mayLack) await proveBuild(signed, releaseKeys());
      return stated;
    }) satisfies OpenBuild,
  };
}
