import { describe, expect, it } from 'vitest';
import { exportFileName } from './file-name.ts';

const at = { product: 'Tallystick', now: Date.parse('2016-01-25T23:59:59Z') };

describe('exportFileName', () => {
  it.each([
    [{ list: 'all', format: 'csv' }, 'tallystick-transfers-2016-01-25.csv'],
    [{ list: 'assets', format: 'ndjson' }, 'tallystick-assets-2016-01-25.ndjson'],
    [
      { list: 'creator', party: 'otc-35', search: 'gold ring', format: 'csv' },
      'tallystick-creator-otc-35-matching-gold-ring-2016-01-25.csv',
    ],
    [
      { list: 'user', party: '../../ÇELIK "x"', format: 'csv' },
      'tallystick-user-CELIK-x-2016-01-25.csv',
    ],
    [
      { list: 'user', party: '::', search: '%', format: 'csv' },
      'tallystick-user-matching-2016-01-25.csv',
    ],
  ] as const)('calls %o %s', (query, name) => {
    expect(exportFileName(query, at)).toBe(name);
  });

  it('stays short', () => {
    const query = { list: 'user', party: 'x'.repeat(200), search: 'y'.repeat(200) } as const;
    expect(exportFileName({ ...query, format: 'csv' }, at).length).toBeLessThan(150);
  });
});
