import * as v from 'valibot';
import { expect, it } from 'vitest';
import { definitionSchema, problemOf } from './definition-schema.ts';

const names = { product: 'Bakery', tagline: 'Bread', description: 'All breads.' };

function problemWith(openings: object): string | null {
  const checked = v.safeParse(definitionSchema, { names, openings });
  return checked.success ? null : problemOf(checked.issues);
}

it('takes each opening', () => {
  const flags = [
    'injectedStyles',
    'cleanedMarkup',
    'dataFonts',
    'blobWorkers',
    'wasm',
    'reportOnly',
  ];
  expect(problemWith(Object.fromEntries(flags.map((flag) => [flag, true])))).toBeNull();
  expect(
    problemWith({
      policies: ['lit-html', 'svelte-trusted-html', 'dompurify'],
      frames: ['https://films.example'],
      pictures: ['https://tiles.example', 'http://localhost:4000'],
      media: ['https://films.example:8443'],
    }),
  ).toBeNull();
});

it.each([
  ['openings.styles is no field that the platform knows', { styles: true }],
  ['openings.wasm is neither true nor false', { wasm: 'yes' }],
  ['openings.policies.0 is a name that the platform uses itself', { policies: ['default'] }],
  ['openings.policies.0 is no name of a policy such as lit-html', { policies: ['*'] }],
  [
    'openings.policies.0 is no name of a policy such as lit-html',
    { policies: ['x; script-src *'] },
  ],
  ['openings.frames.0 is not an origin such as https://maps.example', { frames: ['*'] }],
  [
    'openings.pictures.0 is not an origin such as https://maps.example',
    { pictures: ['http://tiles.example'] },
  ],
  [
    'openings.media.0 is not an origin such as https://maps.example',
    { media: ['https://a.example/x'] },
  ],
])('says %s', (problem, openings) => {
  expect(problemWith(openings)).toBe(problem);
});
