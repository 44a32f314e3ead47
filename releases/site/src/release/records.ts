import type { BuildRecord } from '@tallystick/registry/build-record';
import type { Registry } from '@tallystick/registry/registry';
import { keepBounded } from '../memory/bounded.ts';
import { orUnavailable } from './unavailable.ts';

/** How many builds are remembered. */
const limit = 500;

/** Records of published builds. They never change, so each is asked for once. */
export interface Records {
  /**
   * The record, or null if there is no such published build.
   *
   * @throws Unavailable
   */
  read(app: string, build: string): Promise<BuildRecord | null>;
}

export function openRecords(registry: Pick<Registry, 'build'>): Records {
  const known = keepBounded<BuildRecord>(limit);
  return {
    async read(app, build) {
      const key = `${app}@${build}`;
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      const record = await orUnavailable(`${app} ${build}`, registry.build(app, build));
      if (record !== null) known.set(key, record);
      return record;
    },
  };
}
