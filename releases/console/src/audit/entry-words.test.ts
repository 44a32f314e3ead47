import { describe, expect, it } from 'vitest';
import { entryWords } from './entry-words.ts';

describe('an entry of the audit', () => {
  it('is told by name and value, without what is not there', () => {
    expect(
      entryWords({
        sequence: 1,
        at: '2026-11-21T03:00:00.000Z',
        by: 'ana',
        action: 'lock',
        detail: { app: 'shell', reason: 'Freeze', until: null, builds: { shell: '1' }, size: 3 },
        previousHash: '',
        hash: '',
      }),
    ).toEqual(['app: shell', 'reason: Freeze', 'builds: {"shell":"1"}', 'size: 3']);
  });
});
