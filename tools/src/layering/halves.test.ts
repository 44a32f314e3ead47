import { describe, expect, it } from 'vitest';
import { root } from '../project.ts';
import { borrowedModules, wordyFiles } from './halves.ts';
import { readSources } from './source-files.ts';

const sources = readSources(root);

describe('the platform', () => {
  it('imports nothing of the ledger', () => {
    expect(borrowedModules(sources)).toEqual([]);
  });

  it('names nothing of the ledger', () => {
    expect(wordyFiles(sources)).toEqual([]);
  });

  it.each([
    "import { x } from '@tallystick/shared/transfers/scope';",
    "import type { X } from '@tallystick/shell/x';",
    "export * from '@tallystick/mfe-auth/routes';",
    "const x = await import('../../../backend/src/main.ts');",
    "import { ownStores } from '@tallystick/ledger-operations/src/own-stores.ts';",
    "import { ownStores } from '../../../operations/src/own-stores.ts';",
  ])('is caught with a planted import: %s', (text) => {
    expect(borrowedModules([{ path: 'platform/registry/src/a.ts', text }])).toHaveLength(1);
  });

  it.each([
    'const partyKinds = 4;',
    '// what a transfer is',
    'const { LEDGER_URL } = process.env;',
    'const otp = 1;',
    "const composition = '@tallystick/shared/composition';",
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
