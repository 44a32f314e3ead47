import { describe, expect, it } from 'vitest';
import { networkLevels } from './levels.ts';

describe('network levels', () => {
  it('are two where the page names everything', () => {
    const asked = ['a.js', 'b.js', 'c.css'].map((url) => ({ url, by: '/' }));
    expect(networkLevels('/', asked)).toBe(2);
  });

  it('count each script that asks for another', () => {
    const asked = [
      { url: 'main.js', by: '/' },
      { url: 'entry.js', by: 'main.js' },
      { url: 'style.css', by: 'main.js' },
      { url: 'routes.js', by: 'entry.js' },
    ];
    expect(networkLevels('/', asked)).toBe(4);
  });

  it('take a file for what first asked for it', () => {
    const asked = [
      { url: 'main.js', by: '/' },
      { url: 'entry.js', by: '/' },
      { url: 'entry.js', by: 'main.js' },
    ];
    expect(networkLevels('/', asked)).toBe(2);
  });
});
