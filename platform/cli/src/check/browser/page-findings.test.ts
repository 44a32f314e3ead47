import { expect, it } from 'vitest';
import { findingsOf } from './page-findings.ts';
import type { SeenPage } from './seen-page.ts';
import { openSourcePlaces } from './source-places.ts';

const artifact = {
  app: 'mfe-note',
  build: '1.0.0-aaaaaaaaaaaa',
  kind: 'remote',
  files: {},
} as const;
const places = openSourcePlaces(
  {
    artifact,
    sizes: {},
    maps: {},
    sbom: null,
    source: undefined,
    read: async () => new Uint8Array(),
  },
  'http://localhost:4900/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/',
);
const seen = (notice: string): SeenPage => ({
  ...{ path: '/notes', shown: { notice }, took: 30_012 },
  ...{ thrown: [], refused: [], missing: [], nameless: [] },
});
const says = async (notice: string) =>
  (await findingsOf([seen(notice)], places, artifact)).map((one) => one.says);

it('says of a page that does not show what stands in its place', async () => {
  expect(await says('Not here now')).toEqual([
    '/notes does not show. In its place: "Not here now"',
  ]);
});

it('says how long it waited where nothing stands there, and what to do', async () => {
  expect(await says('')).toEqual([
    expect.stringMatching(
      /^\/notes does not show\. In 30012 ms nothing of it was seen.* preview\.$/,
    ),
  ]);
});
