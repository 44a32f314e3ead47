import { buildNames, type SourcedBuild } from '@tallystick/registry/contract/provenance';
import { createContext, useContext, useMemo } from 'react';

/** The builds that are spoken of below, with where they come from. */
export const KnownBuilds = createContext<readonly SourcedBuild[]>([]);

/** What builds are called here. */
export function useBuildNames(): (build: string) => string {
  const known = useContext(KnownBuilds);
  return useMemo(() => buildNames(known), [known]);
}
