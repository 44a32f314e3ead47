import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putEmptyPglite } from '@tallystick/store/empty-pglite.testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder whose two databases are empty, to copy: to make one takes seconds. */
    emptyStores: string;
  }
}

/** A global setup of vitest for tests that start servers or open a registry (`emptyStores`). */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-empty-stores-'));
  await Promise.all(['ledger', 'releases'].map((name) => putEmptyPglite(join(folder, name))));
  project.provide('emptyStores', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
