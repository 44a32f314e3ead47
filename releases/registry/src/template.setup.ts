import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putEmptyPglite } from '@tallystick/store/empty-pglite.testing';
import type { TestProject } from 'vitest/node';
import { openRegistry } from './open.ts';
import { releaseStore } from './store/definition.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with an empty registry, to copy: to make one takes seconds. */
    registryTemplate: string;
  }
}

/** A global setup of vitest for the tests of a package that open registries (`registryFolder`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-registry-template-'));
  await putEmptyPglite(join(folder, releaseStore.name));
  const opened = await openRegistry({ DATA_DIR: folder, DATABASE_URL: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  await opened.registry.close();
  project.provide('registryTemplate', folder);
  return () => rm(folder, { recursive: true, force: true });
}
