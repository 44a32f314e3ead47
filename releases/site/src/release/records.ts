import type { Registry } from '@tallystick/registry/registry';
import { type StatedBuild, statedBuildSchema } from '@tallystick/registry/statements';
import type { Signed } from '@tallystick/shared/contracts/signed-release';
import type { OpenSigned } from '@tallystick/shared/release/read-release';
import * as v from 'valibot';
import { keepBounded } from '../memory/bounded.ts';
import { orUnavailable } from './unavailable.ts';

/** How many builds are remembered. */
const limit = 500;

/** What the registry states of a published build, and the statement as it was signed. */
export interface BuildRecord extends Pick<StatedBuild, 'artifact' | 'manifest' | 'entry'> {
  signed: Signed;
}

/** What is stated of published builds, verified. It never changes, so each is asked for once. */
export interface Records {
  /**
   * The record, or null if there is no such published build.
   *
   * @throws Unavailable, also if what is stated is not signed as it should be.
   */
  read(app: string, build: string): Promise<BuildRecord | null>;
}

export function openRecords(registry: Pick<Registry, 'buildStatement'>, open: OpenSigned): Records {
  const known = keepBounded<BuildRecord>(limit);

  async function readOne(app: string, build: string): Promise<BuildRecord | null> {
    const signed = await registry.buildStatement(app, build);
    if (signed === null) return null;
    const { type: _, ...stated } = v.parse(statedBuildSchema, await open(signed));
    // Another build's statement is signed as well.
    if (stated.artifact.app !== app || stated.artifact.build !== build) {
      throw new Error('what is stated is of another build');
    }
    return { ...stated, signed };
  }

  return {
    async read(app, build) {
      const key = `${app}@${build}`;
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      const record = await orUnavailable(`${app} ${build}`, readOne(app, build));
      if (record !== null) known.set(key, record);
      return record;
    },
  };
}
