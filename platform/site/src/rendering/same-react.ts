import { commonJsSingletons, takesEarlier } from '@tallystick/registry/contract/contract-fit';
import { traitsSchema } from '@tallystick/registry/contract/fit-beside';
import * as v from 'valibot';
import type { BuildRecord } from '../release/records.ts';

/** Whether a remote has its pages drawn by the React of this shell, as they are rendered here; an earlier one draws in a root of its own. */
export function hasReactOf(shell: BuildRecord, remote: BuildRecord): boolean {
  const [own, its] = [sharesOf(remote), sharesOf(shell)];
  // One without hooks may ask for `react/jsx-runtime` alone.
  return !commonJsSingletons.some((request) => takesEarlier(own, its, request));
}

const sharesSchema = v.object({ shared: traitsSchema.entries.shared });

function sharesOf({ manifest }: BuildRecord) {
  const { success, output } = v.safeParse(sharesSchema, manifest);
  return success ? output : {};
}
