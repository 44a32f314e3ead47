import { commonJsSingletons, takesEarlier } from '@tallystick/registry/contract/contract-fit';
import { traitsSchema } from '@tallystick/registry/contract/fit-beside';
import * as v from 'valibot';
import type { BuildRecord } from '../release/records.ts';

/**
 * Whether a remote's pages are drawn by the React of this shell, as they are when they are rendered here. A remote with
 * an earlier React draws in a root of its own.
 */
export function hasReactOf(shell: BuildRecord, remote: BuildRecord): boolean {
  const [own, its] = [sharesOf(remote), sharesOf(shell)];
  // A remote without hooks may import `react/jsx-runtime` alone.
  return !commonJsSingletons.some((request) => takesEarlier(own, its, request));
}

const sharesSchema = v.object({ shared: traitsSchema.entries.shared });

function sharesOf({ manifest }: BuildRecord) {
  const { success, output } = v.safeParse(sharesSchema, manifest);
  return success ? output : {};
}
