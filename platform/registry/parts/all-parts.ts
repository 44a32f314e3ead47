import type { Part } from '../src/part/part.ts';
import { definitionWith } from '../src/store/definition.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** What differs between processes of one registry. */
export interface PartOptions {
  /** Whether this process tells teams what is new, by itself. */
  tellsApps?: boolean;
}

/** The parts that stand beside the core: one that is taken out of this list is left out. */
export const allParts = ({ tellsApps = false }: PartOptions = {}): readonly Part[] => [
  webhooks.with({ sends: tellsApps }),
];

/** The registry's store, with the tables of all of them. */
export const releaseStore = definitionWith(allParts());
