import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@tallystick/store/store';
import { testStores } from '@tallystick/store/test-stores.testing';
import { afterAll } from 'vitest';
import { filesOnDisk } from '../files/disk.ts';
import type { FileStores } from '../files/file-store.ts';
import { testKey } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { type RegistryOptions, registryOver } from '../registry-over.ts';
import { definitionWith } from './definition.ts';
import type { Database } from './schema.ts';

export interface OpenedRegistry {
  registry: Registry;
  store: Store<Database>;
  files: FileStores;
  folder: string;
}
export type OpenTestRegistry = (
  parts?: Partial<Omit<RegistryOptions, 'store' | 'key'>>,
) => Promise<OpenedRegistry>;

/** A pace that no test lives to see: tests say themselves when builds are judged. */
export const never = 2 ** 30;

/** Registries for the tests of a file. */
export function testRegistries(): OpenTestRegistry {
  const openTestStore = testStores<Database>(definitionWith([]));
  const folders: string[] = [];
  const registries: Registry[] = [];
  afterAll(async () => {
    await Promise.all(registries.map((registry) => registry.close()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });
  return async (parts = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-registry-'));
    folders.push(folder);
    const store = await openTestStore();
    const files = parts.files ?? filesOnDisk(folder);
    const registry = registryOver({ watchPace: never, ...parts, store, files, key: testKey });
    registries.push(registry);
    return { registry, store, files, folder };
  };
}
