import { proveBuild } from '@tallystick/contract/log-proof';
import type { SignedBuild } from '@tallystick/contract/signed-release';
import { type AttestedBuild, attestedBuildSchema } from '@tallystick/registry/attestations';
import type { Attestations, Registry } from '@tallystick/registry/registry';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Verifying } from './revisions.ts';
import { orUnavailable } from './unavailable.ts';

/** How many builds are cached, and how many answers that there is no such build. */
const maxBuilds = 500;
const maxAbsent = 1_000;
/** Milliseconds for which the latter are: a build may be published at any time. */
const absentTtl = 1_000;

/** What the registry attests of a published build, and the attestation as it was signed, with its proof. */
export interface BuildRecord extends Pick<AttestedBuild, 'artifact' | 'manifest' | 'entry'> {
  signed: SignedBuild;
  /** It was published for previews alone. */
  previewOnly: boolean;
}

export type Records = ReturnType<typeof openRecords>;

/**
 * The verified attestations of published builds. They never change, so each that is for all is read once.
 *
 * @param now milliseconds, of a clock that only goes forward
 */
export function openRecords(
  registry: Pick<Registry, 'isPreviewOnly'> & {
    attestations: Pick<Attestations, 'ofBuild' | 'proofOfBuild'>;
  },
  { keys, open }: Verifying,
  now = () => performance.now(),
) {
  const known = new LRUCache<string, BuildRecord>({ max: maxBuilds });
  const absentUntil = new LRUCache<string, number>({ max: maxAbsent });

  async function readOne(app: string, build: string): Promise<BuildRecord | null> {
    const signed = await registry.attestations.ofBuild(app, build);
    if (signed === null) return null;
    const { type: _, ...attested } = v.parse(attestedBuildSchema, await open(signed));
    // The attestation of another build is validly signed as well.
    if (attested.artifact.app !== app || attested.artifact.build !== build) {
      throw new Error('the attestation is of another build');
    }
    const proof = await registry.attestations.proofOfBuild(app, build);
    if (proof === null) throw new Error('the attestation is not in the log');
    const proven = { ...signed, proof };
    await proveBuild(proven, keys);
    const previewOnly = await registry.isPreviewOnly(app, build);
    return { ...attested, signed: proven, previewOnly };
  }

  const keyOf = (app: string, build: string) => `${app}@${build}`;

  async function read(app: string, build: string): Promise<BuildRecord | null> {
    const key = keyOf(app, build);
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const record = await orUnavailable(`${app} ${build}`, readOne(app, build));
    // A build for previews is asked for again each time: it may become one for all.
    if (record?.previewOnly === false) known.set(key, record);
    if (record !== null) absentUntil.delete(key);
    return record;
  }

  return {
    /** The record if it is in memory. */
    known: (app: string, build: string) => known.get(keyOf(app, build)),
    /**
     * The record, or null if there is no such published build.
     *
     * @throws Error that is answered with 503, also if the attestation is not validly signed, or not in the log.
     */
    read,
    /**
     * Reads like `read`, for a build that a client names. Clients can name any build, so an absent one is remembered
     * for a moment. It must not be used for builds of a revision, which may be published within that moment.
     */
    async readForClient(app: string, build: string): Promise<BuildRecord | null> {
      const key = keyOf(app, build);
      if ((absentUntil.get(key) ?? 0) > now()) return null;
      const record = await read(app, build);
      if (record === null) absentUntil.set(key, now() + absentTtl);
      return record;
    },
  };
}
