import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measured } from '../measures/measures.ts';
import { writeGeneratedData } from '../servers/generated-data.ts';
import type { AtSizeOptions } from './ledger-at-size/measure-at-size.ts';

/** What parts go by. */
export interface PartOptions {
  data: string | undefined;
  pages: number;
  readers: number;
  atSize: AtSizeOptions;
}

/** What can be measured alone. Only what is measured is loaded: all of it takes seconds. */
export const parts = {
  'cached-readers': async ({ readers }: PartOptions) =>
    (await import('./cached-readers/measure-cached.ts')).measureCached(readers),
  'dev-refresh': async () =>
    (await import('./dev-refresh/measure-dev-refresh.ts')).measureDevRefresh(),
  'first-visit': async () =>
    (await import('./first-visit/measure-first-visit.ts')).measureFirstVisit(),
  interactions: async () =>
    (await import('./interactions/measure-interactions.ts')).measureInteractions(),
  'ledger-at-size': async ({ atSize }: PartOptions) =>
    (await import('./ledger-at-size/measure-at-size.ts')).measureAtSize(atSize),
  'ledger-service': async ({ data }: PartOptions) =>
    withData(data, (await import('./measure-service.ts')).measureService),
  'lists-under-import': async ({ data }: PartOptions) =>
    withData(data, (await import('./lists-under-import/measure-lists.ts')).measureLists),
  'live-readers': async () => (await import('./live-readers/measure-live.ts')).measureLive(),
  navigations: async () =>
    (await import('./navigations/measure-navigations.ts')).measureNavigations(),
  rendering: async ({ pages }: PartOptions) =>
    (await import('./rendering/measure-rendering.ts')).measureRendering(pages),
  'returning-visitor': async () =>
    (await import('./returning-visitor/measure-returning.ts')).measureReturning(),
};
export type Part = keyof typeof parts;

/** What is measured where nothing is named. */
export const usual: readonly Part[] = [
  'first-visit',
  'interactions',
  'ledger-service',
  'lists-under-import',
];

/** Gives ledger input, the file that was named or one that is made, and a folder that goes again. */
async function withData(
  data: string | undefined,
  use: (path: string, folder: string) => Promise<Measured>,
): Promise<Measured> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-bench-'));
  const path = data ?? join(folder.path, 'generated.ndjson.gz');
  if (data === undefined) await writeGeneratedData(path);
  return await use(path, folder.path);
}
