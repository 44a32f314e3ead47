import { rm } from 'node:fs/promises';
import { testPlace } from '@tallystick/store/test-place.testing';
import { openRegistry } from '../src/open.ts';
import type { Registry } from '../src/registry.ts';
import type { Watching } from '../src/registry-over.ts';
import { allParts, type PartOptions } from './all-parts.ts';

/** A registry as a server opens it, in a data folder and a database of its own. */
export interface PlacedRegistry {
  registry: Registry;
  folder: string;
  /** Milliseconds by which the registry's clock is ahead of the machine's. */
  ahead: { by: number };
  /** Closes it, and removes the folder. */
  close(): Promise<void>;
}

/** @param watching what it does by itself about builds that fail; absent: nothing */
export async function openPlacedRegistry(
  prefix: string,
  watching: Watching & PartOptions = {},
): Promise<PlacedRegistry> {
  const place = await testPlace(prefix);
  const folder = place.DATA_DIR;
  const ahead = { by: 0 };
  const opened = await openRegistry(place, () => Date.now() + ahead.by, {
    parts: allParts(watching),
    ...watching,
  });
  if (!opened.ok) throw new Error(opened.problem);
  const { value: registry } = opened;
  const close = async () => {
    await registry.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { registry, folder, ahead, close };
}
