import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as engines from '@tallystick/store/engines.testing';
import type { Store } from '@tallystick/store/store';
import { afterAll } from 'vitest';
import { filesOnDisk } from '../files/disk.ts';
import type { FileStores } from '../files/file-store.ts';
import { type RegistryParts, registryOver } from '../open.ts';
import { testKey } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { releaseStore } from './definition.ts';
import type { Database } from './schema.ts';

export interface OpenedRegistry {
  registry: Registry;
  store: Store<Database>;
  files: FileStores;
  folder: string;
}
export type OpenTestRegistry = (
  parts?: Partial<Omit<RegistryParts, 'store' | 'key'>>,
) => Promise<OpenedRegistry>;

/** A pace that no test lives to see: tests say themselves when builds are judged. */
export const never = 2 ** 30;

/** Declares the suite once over PGlite and once over a real PostgreSQL. */
export function forEachEngine(
  suite: (openTestRegistry: OpenTestRegistry, engine: Store<Database>['engine']) => void,
): void {
  engines.forEachEngine<Database>(releaseStore, (openTestStore, engine) => {
    const folders: string[] = [];
    const registries: Registry[] = [];
    afterAll(async () => {
      await Promise.all(registries.map((registry) => registry.close()));
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    });
    suite(async (parts = {}) => {
      const folder = await mkdtemp(join(tmpdir(), 'tallystick-registry-'));
      folders.push(folder);
      const store = await openTestStore();
      const files = parts.files ?? filesOnDisk(folder);
      const registry = registryOver({ watchPace: never, ...parts, store, files, key: testKey });
      registries.push(registry);
      return { registry, store, files, folder };
    }, engine);
  });
}
