import { type AttestedBuild, attestedBuildSchema } from '@tallystick/registry/attestations';
import type { Registry } from '@tallystick/registry/registry';
import type { Signed } from '@tallystick/shared/contracts/signed-release';
import type { OpenSigned } from '@tallystick/shared/release/read-release';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { orUnavailable } from './unavailable.ts';

/** How many builds are remembered, and of how many it is remembered that there are none. */
const limit = 500;
const absentLimit = 1_000;
/** Milliseconds for which that is believed: a build may be published at any time. */
const absentFor = 1_000;

/** What the registry states of a published build, and the statement as it was signed. */
export interface BuildRecord extends Pick<AttestedBuild, 'artifact' | 'manifest' | 'entry'> {
  signed: Signed;
}

/** What is stated of published builds, verified. It never changes, so each is asked for once. */
export interface Records {
  /** The record if it is in memory. */
  known(app: string, build: string): BuildRecord | undefined;
  /**
   * The record, or null if there is no such published build.
   *
   * @throws Unavailable, also if what is stated is not signed as it should be.
   */
  read(app: string, build: string): Promise<BuildRecord | null>;
}

/** @param now milliseconds, of a clock that only goes forward */
export function openRecords(
  registry: Pick<Registry, 'buildAttestation'>,
  open: OpenSigned,
  now = () => performance.now(),
): Records {
  const known = new LRUCache<string, BuildRecord>({ max: limit });
  const absentUntil = new LRUCache<string, number>({ max: absentLimit });

  async function readOne(app: string, build: string): Promise<BuildRecord | null> {
    const signed = await registry.buildAttestation(app, build);
    if (signed === null) return null;
    const { type: _, ...stated } = v.parse(attestedBuildSchema, await open(signed));
    // Another build's statement is signed as well.
    if (stated.artifact.app !== app || stated.artifact.build !== build) {
      throw new Error('what is stated is of another build');
    }
    return { ...stated, signed };
  }

  const keyOf = (app: string, build: string) => `${app}@${build}`;
  return {
    known: (app, build) => known.get(keyOf(app, build)),
    async read(app, build) {
      const key = keyOf(app, build);
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      if ((absentUntil.get(key) ?? 0) > now()) return null;
      const record = await orUnavailable(`${app} ${build}`, readOne(app, build));
      if (record !== null) known.set(key, record);
      else absentUntil.set(key, now() + absentFor);
      return record;
    },
  };
}
