import { mkdtempSync, rmSync } from 'node:fs';
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

declare global {
  /** The folder, for all packages. Each package's setup has modules of its own. */
  var registryTemplate: Promise<string> | undefined;
}

/** A global setup of vitest for the tests of a package that open registries (`registryFolder`). */
export default async function setup(project: TestProject): Promise<void> {
  globalThis.registryTemplate ??= makeTemplate();
  project.provide('registryTemplate', await globalThis.registryTemplate);
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-registry-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await putEmptyPglite(join(folder, releaseStore.name));
  const opened = await openRegistry({ DATA_DIR: folder, DATABASE_URL: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  await opened.registry.close();
  return folder;
}
