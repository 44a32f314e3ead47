import { describe, expect, it } from 'vitest';
import { root } from '../project.ts';
import { borrowedModules, wordyFiles } from './halves.ts';
import { readSources } from './source-files.ts';

const sources = readSources(root);

/** What the platform still imports of the ledger's library. Each has to go; none may come. */
const borrowed = [
  'api/answer-of',
  'api/call',
  'api/finding',
  'api/ledger',
  'api/post-call',
  'contracts/addresses',
  'contracts/calls',
  'contracts/changes',
  'contracts/feed-path',
  'contracts/handed-answers',
  'contracts/leading-id',
  'contracts/party',
  'contracts/shell-pages',
  'contracts/site',
  'contracts/subjects',
  'contracts/transfer',
  'format/names',
  'format/transfer-title',
  'format/utc-date',
].map((path) => `@tallystick/shared/${path}`);

/** Files of the platform that still name something of the ledger. Each has to go; none may come. */
const wordy = [
  'platform/guard/src/local-identity.ts',
  'platform/guard/src/local-outbox.ts',
  'platform/settings/src/environment.ts',
  'platform/site/src/links/describe-address.ts',
  'platform/site/src/links/feed.ts',
  'platform/site/src/links/ledger-call.ts',
  'platform/site/src/links/ledger-facts.ts',
  'platform/site/src/links/site-files.ts',
  'platform/site/src/links/sitemap.ts',
  'platform/site/src/page/configuration.ts',
  'platform/site/src/page/head.ts',
  'platform/site/src/page/page.ts',
  'platform/site/src/page/policy.ts',
  'platform/site/src/rendering/render-process.mjs',
  'platform/site/src/rendering/rendered-pages.ts',
  'platform/site/src/rendering/renderer.ts',
  'platform/site/src/site.ts',
  'platform/store/src/local-server/earlier-files.ts',
];

describe('the platform', () => {
  it('imports nothing of the ledger but what is on a list that gets shorter', () => {
    expect(borrowedModules(sources)).toEqual(borrowed);
  });

  it('names nothing of the ledger but in files on a list that gets shorter', () => {
    expect(wordyFiles(sources)).toEqual(wordy);
  });

  it.each([
    "import { x } from '@tallystick/shared/transfers/scope';",
    "import type { X } from '@tallystick/shell/x';",
    "export * from '@tallystick/mfe-auth/routes';",
    "const x = await import('../../../backend/src/main.ts');",
  ])('is caught with a planted import: %s', (text) => {
    expect(borrowedModules([{ path: 'platform/registry/src/a.ts', text }])).toHaveLength(1);
  });

  it.each([
    'const partyKinds = 4;',
    '// what a transfer is',
    'const { LEDGER_URL } = process.env;',
    'const otp = 1;',
    'interface RealmUser {}',
  ])('is caught with a planted word: %s', (text) => {
    expect(wordyFiles([{ path: 'platform/registry/src/a.ts', text }])).toHaveLength(1);
  });

  it.each([
    "const isWhole = 'transfer-encoding' in headers;",
    '// of third parties',
    'const isParted = false;',
  ])('may say: %s', (text) => {
    expect(wordyFiles([{ path: 'platform/registry/src/a.ts', text }])).toEqual([]);
  });
});
