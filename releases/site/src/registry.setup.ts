import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRegistry } from '@tallystick/registry/open';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with an empty registry, to copy: to make one takes seconds. */
    registryTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-site-template-'));
  const opened = await openRegistry({ DATA_DIR: folder, DATABASE_URL: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  await opened.registry.close();
  project.provide('registryTemplate', folder);
  return () => rm(folder, { recursive: true, force: true });
}
