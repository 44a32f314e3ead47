import { expect, it } from 'vitest';
import { sentenceOf } from './audit-sentence.ts';
import type { AuditEntry } from './history.ts';
import { buildNames } from './provenance.ts';

const [one, two] = ['0.1.0-aaaaaaaaaaaa', '0.2.0-bbbbbbbbbbbb'];
const moved = { app: 'mfe-ledger', from: one, to: one, canaryFrom: null, canaryTo: null };
const canary = { build: two, percent: 10 };
const changed = (kind: string, move: object, reason = 'new totals') => ({
  revision: { channel: 'production', kind, reason, moves: [{ ...moved, ...move }] },
});

it.each<[AuditEntry['action'], object, string]>([
  ['publish', { app: 'mfe-ledger', build: two }, 'published bbbbbbb of mfe-ledger'],
  [
    'publish',
    { app: 'mfe-ledger', build: two, previewOnly: true },
    'published bbbbbbb of mfe-ledger for previews alone',
  ],
  [
    'change',
    changed('canary', { canaryTo: canary }),
    'promoted bbbbbbb of mfe-ledger to 10 % of production: new totals',
  ],
  [
    'change',
    changed('promote', { to: two }),
    'promoted bbbbbbb of mfe-ledger to production, in place of aaaaaaa: new totals',
  ],
  [
    'change',
    changed('rollback', { from: two, to: one }),
    'took back bbbbbbb of mfe-ledger in production, back to aaaaaaa: new totals',
  ],
  [
    'change',
    changed('recall', { canaryFrom: canary }),
    'recalled bbbbbbb of mfe-ledger in production: new totals',
  ],
  [
    'change',
    changed('hold', { canaryFrom: canary }),
    'paused the canary bbbbbbb of mfe-ledger in production: new totals',
  ],
  ['change', changed('remove', { to: null }), 'removed mfe-ledger from production: new totals'],
  [
    'change',
    { revision: { ...changed('slots', {}).revision, arranged: { slot: 'shell:bar' } } },
    'arranged the slot shell:bar in production: new totals',
  ],
  [
    'lock',
    { app: 'shell', channel: 'production', reason: 'Freeze' },
    'locked shell in production: Freeze',
  ],
  [
    'token-create',
    { name: 'ci', scope: { kind: 'publisher', app: 'mfe-a' } },
    'made the token ci, publisher of mfe-a',
  ],
  ['token-revoke', { id: 't1' }, 'revoked the token t1'],
  ['gc', { deleted: [] }, 'deleted no build'],
  [
    'gc',
    { deleted: Array.from({ length: 7 }, () => ({ app: 'mfe-a', build: one })) },
    'deleted aaaaaaa of mfe-a, aaaaaaa of mfe-a, aaaaaaa of mfe-a, aaaaaaa of mfe-a, aaaaaaa of mfe-a, and 2 more',
  ],
  [
    'trust',
    { app: 'mfe-a', others: ['mfe-b'], issuer: 'https://ci.example' },
    'trusted pipelines of https://ci.example to publish mfe-a and mfe-b',
  ],
  ['preview-end', { id: 'p1' }, 'ended the preview p1'],
  [
    'webhook',
    { app: 'mfe-a', origin: 'https://hooks.example', reason: 'chat' },
    'set the webhook of mfe-a to https://hooks.example: chat',
  ],
  ['change', { revision: 7 }, 'did what this version cannot tell in words'],
])('%s of %j', (action, detail, sentence) => {
  expect(sentenceOf({ by: 'Maria', action, detail: { ...detail } })).toBe(`Maria ${sentence}`);
});

it('builds are called by their commit where it is known', () => {
  const commit = '113bca9'.padEnd(40, '0');
  const nameOf = buildNames([{ app: 'mfe-ledger', build: two, provenance: { said: { commit } } }]);
  const entry = { by: 'Maria', action: 'change', detail: changed('promote', { to: two }) } as const;
  expect(sentenceOf(entry, nameOf)).toBe(
    'Maria promoted 113bca9 of mfe-ledger to production, in place of aaaaaaa: new totals',
  );
});
