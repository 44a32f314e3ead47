import { expect, it } from 'vitest';
import type { TestRegistry, TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

let kept: TestRegistry;
let site: TestSite;
let now: number;
siteForEach(
  (...opened) => {
    [site, kept] = opened;
  },
  () => {
    now = Date.UTC(2026, 10, 21);
    return { now: () => now };
  },
);

const breach = {
  'document-uri': 'http://site.test/notes/7?code=secret#more',
  'effective-directive': 'script-src-elem',
  'blocked-uri': 'inline',
  'source-file': 'http://site.test/artifacts/shell/main.js?secret',
  'line-number': 12,
};

async function send(report: unknown, headers: Record<string, string> = {}): Promise<number> {
  const answer = await site.server.inject({
    method: 'POST',
    url: '/releases/policy-reports',
    headers: {
      host: 'site.test',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/csp-report',
      ...headers,
    },
    payload: typeof report === 'string' ? report : JSON.stringify(report),
  });
  return answer.statusCode;
}
const told = () => site.lines.filter((line) => line.startsWith('The policy'));

it('tells of a breach in one line, without what may be secret', async () => {
  expect(await send({ 'csp-report': breach })).toBe(204);
  expect(await send({ 'csp-report': { ...breach, 'blocked-uri': 'https://a.test/x?key=1' } })).toBe(
    204,
  );
  expect(told()).toEqual([
    'The policy refused inline (script-src-elem) on /notes/7, asked for by /artifacts/shell/main.js:12',
    'The policy refused https://a.test (script-src-elem) on /notes/7, asked for by /artifacts/shell/main.js:12',
  ]);
});

it('tells of the same once a minute, and of a flood of others not at all', async () => {
  for (let n = 0; n < 5; n += 1) await send({ 'csp-report': breach });
  for (let n = 0; n < 80; n += 1) {
    await send({ 'csp-report': { ...breach, 'document-uri': `http://site.test/${n}` } });
  }
  expect(told()).toHaveLength(50);
  now += 60_000;
  await send({ 'csp-report': breach });
  expect(told().slice(50)).toEqual([`${told()[0]} (5 times in a minute)`, told()[0]]);
});

it('cannot be made to write what it likes', async () => {
  await send({ 'csp-report': { ...breach, 'blocked-uri': 'a\n{"level":60}', 'document-uri': '‮' } });
  expect(told()[0]).not.toMatch(/[\n"{‮]/);
});

it('takes reports of pages of this site alone, and nothing else', async () => {
  expect(await send({ 'csp-report': breach }, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await send('{')).toBe(400);
  expect(await send({ other: 1 })).toBe(400);
  expect(await send({ 'csp-report': { ...breach, 'blocked-uri': 'x'.repeat(9_000) } })).toBe(413);
  expect(told()).toEqual([]);
});

it('counts what files of a build tried for that build, when it was first seen, and nothing else', async () => {
  const { note } = await site.release();
  const file = `http://site.test/artifacts/mfe-note/${note}/routes.js`;
  const tried = {
    ...breach,
    'effective-directive': 'connect-src',
    'blocked-uri': 'https://api.test/x?key=1',
    'source-file': file,
  };
  await send({ 'csp-report': tried });
  await send({ 'csp-report': tried });
  await send({
    'csp-report': {
      ...tried,
      'effective-directive': 'worker-src',
      'blocked-uri': file,
      'source-file': '',
    },
  });
  await send({
    'csp-report': {
      ...tried,
      'effective-directive': 'require-trusted-types-for',
      'blocked-uri': 'trusted-types-sink',
    },
  });
  for (const other of [
    { ...tried, 'source-file': 'http://elsewhere.test/artifacts/mfe-note/x.js' },
    { ...tried, 'source-file': `http://site.test/artifacts/mfe-note/1.0.0-ffffffffffff/a.js` },
    { ...tried, 'effective-directive': 'made-up' },
  ]) {
    await send({ 'csp-report': other });
  }
  const { breaches } = await kept.registry.channel(site.channel).board();
  const seen = {
    app: 'mfe-note',
    build: note,
    firstSeen: expect.any(String),
    lastSeen: expect.any(String),
  };
  expect(breaches).toEqual([
    { ...seen, directive: 'connect-src', blocked: 'https://api.test', reports: 2 },
    {
      ...seen,
      directive: 'require-trusted-types-for',
      blocked: 'trusted-types-sink',
      reports: 1,
    },
    {
      ...seen,
      directive: 'worker-src',
      blocked: `/artifacts/mfe-note/${note}/routes.js`,
      reports: 1,
    },
  ]);
});
