import * as v from 'valibot';
import { expect, it } from 'vitest';
import { configureSite } from './configure-site.ts';
import { defineSite, type SiteDefinition } from './define-site.ts';

const names = { product: 'Bakery', tagline: 'Bread', description: 'All breads.' };
const platform = { siteUrl: 'http://site.test' };

/** What comes of a site whose `configure` answers this, which may be no site. */
const configured = (answer: object) =>
  configureSite({ names, configure: () => answer }, {}, platform);

it('has defaults for all that a site does not say', () => {
  expect(configureSite({ names }, {}, platform)).toEqual({
    ok: true,
    value: { names, subjects: {}, shellPages: [], openings: {} },
  });
});

it('is called as a setting says', () => {
  const result = configureSite({ names }, {}, { ...platform, productName: 'Other' });
  expect(result).toMatchObject({ value: { names: { product: 'Other', tagline: 'Bread' } } });
});

const site: SiteDefinition = defineSite({
  names,
  settings: { OVENS: v.optional(v.pipe(v.string(), v.regex(/^\d$/, 'is no digit')), '1') },
  configure: ({ OVENS }, { siteUrl, productName }) =>
    OVENS === '0'
      ? { problem: 'A bakery needs an oven.' }
      : { page: { ovens: Number(OVENS), siteUrl, productName } },
});

it.each([
  [{}, 1],
  [{ OVENS: '' }, 1],
  [{ OVENS: '3' }, 3],
])('reads its settings of %j', (variables, ovens) => {
  expect(configureSite(site, variables, platform)).toMatchObject({
    value: { page: { ovens, siteUrl: 'http://site.test', productName: 'Bakery' } },
  });
});

it.each([
  ['OVENS=x is no digit', { OVENS: 'x' }],
  ['A bakery needs an oven.', { OVENS: '0' }],
])('says %s', (problem, variables) => {
  expect(configureSite(site, variables, platform)).toEqual({ ok: false, problem });
});

const reads = () => null;
const file = { type: 'text/plain', maxAge: 1, make: reads };

it.each([
  ['connect.0 is not an origin such as https://api.example', { connect: ['breads.test'] }],
  ['connect.0 is not an origin such as https://api.example', { connect: ['https://a.test/x'] }],
  ['page is not an object', { page: 'text' }],
  ['hosts is no field that the platform knows', { hosts: [] }],
  ['api.reads is not a function', { api: { url: 'https://a.test', reads: /x/ } }],
  [
    'api.url is not an address such as https://api.example, without a slash at its end',
    { api: { url: 'https://a.test/', reads } },
  ],
  ['describe is not a function', { describe: {} }],
  ['sitemap.Breads is no name of small letters', { sitemap: { Breads: reads } }],
  [
    'files.1 is below /feeds/, as others before it are',
    {
      files: [
        { below: '/feeds/', ...file },
        { below: '/feeds/', ...file },
      ],
    },
  ],
])('says that %s', (problem, answer) => {
  expect(configured(answer)).toEqual({
    ok: false,
    problem: `The site's configure() answers what is no site: ${problem}.`,
  });
});

it('takes no files below a path that it has not said to be its own', () => {
  const make = async () => 'rye';
  const answer = { files: [{ ...file, below: '/feeds/', make }] };
  const withPaths = (ownPaths: string[]) =>
    configureSite({ names, ownPaths, configure: () => answer }, {}, platform);
  expect(withPaths(['/menus/'])).toEqual({
    ok: false,
    problem: 'The site has files below /feeds/, which is none of its ownPaths.',
  });
  expect(withPaths(['/feeds/'])).toMatchObject({ ok: true });
});
