import { expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { sitesOf } from './sites.ts';

function sitesIn(variables: Record<string, string>) {
  const read = readEnvironment(variables);
  if (!read.ok) throw new Error(read.problem);
  const { value: environment } = read;
  return { channel: environment.CHANNEL, ...sitesOf(environment) };
}

it('serves production at one site where nothing else is said', () => {
  const { channel, origins, originOf } = sitesIn({ SITE_PORT: '5000' });
  expect([channel, origins]).toEqual(['production', ['http://localhost:5000']]);
  expect(originOf('production')).toBe('http://localhost:5000');
  expect(originOf('staging')).toBe('http://localhost:5000');
});

it('knows where the site of each channel is', () => {
  const { origins, originOf } = sitesIn({
    SITE_URL: 'https://site.example',
    SITE_URLS: 'staging=https://staging.example, demo-2=http://localhost:4001,',
  });
  expect(origins).toEqual([
    'https://site.example',
    'https://staging.example',
    'http://localhost:4001',
  ]);
  expect(['production', 'staging', 'demo-2', 'nightly'].map(originOf)).toEqual([
    'https://site.example',
    'https://staging.example',
    'http://localhost:4001',
    'https://site.example',
  ]);
});

it('takes the same list for every server of an installation', () => {
  const SITE_URLS = 'production=https://site.example,staging=https://staging.example';
  const { channel, originOf } = sitesIn({
    CHANNEL: 'staging',
    SITE_URL: 'https://staging.example',
    SITE_URLS,
  });
  expect(channel).toBe('staging');
  expect(originOf('production')).toBe('https://site.example');
});

const list = 'is not a list of channels and origins such as staging=https://staging.example';
it.each([
  [{ CHANNEL: 'Staging' }, 'CHANNEL=Staging is not the name of a channel such as staging'],
  [{ CHANNEL: '1st' }, 'CHANNEL=1st is not the name of a channel such as staging'],
  [{ SITE_URLS: 'staging' }, `SITE_URLS=staging ${list}`],
  [{ SITE_URLS: 'https://a.example' }, `SITE_URLS=https://a.example ${list}`],
  [{ SITE_URLS: 'staging=https://a.example/x' }, `SITE_URLS=staging=https://a.example/x ${list}`],
  [{ SITE_URLS: 'a=http://a,a=http://b' }, 'SITE_URLS=a=http://a,a=http://b names a channel twice'],
  [
    { SITE_URLS: 'a=http://a,b=http://a' },
    'SITE_URLS=a=http://a,b=http://a has one origin for two channels',
  ],
  [
    { SITE_URLS: 'production=http://a' },
    'SITE_URLS says production=http://a, but CHANNEL=production is served at SITE_URL=http://localhost:4000',
  ],
  [
    { SITE_URLS: 'staging=http://localhost:4000' },
    'SITE_URLS says staging=http://localhost:4000, but there CHANNEL=production is served',
  ],
])('refuses %j', (variables, problem) => {
  expect(readEnvironment(variables)).toEqual({ ok: false, problem });
});
