// @vitest-environment jsdom

import { afterEach, describe, expect, it } from 'vitest';
import { unwatchParty, watchedParties, watchParty } from './watched-parties.ts';

afterEach(() => localStorage.clear());

const party = (id: string, seen = 0) => ({ kind: 'user', id, name: `Name ${id}`, seen }) as const;

describe('the watched parties', () => {
  it('are kept in this browser, the last one first, each once', () => {
    watchParty(party('ada'));
    watchParty(party('ben'));
    watchParty(party('ada', 7));
    expect(watchedParties()).toEqual([party('ben'), party('ada', 7)]);
    unwatchParty(party('ben'));
    expect(watchedParties()).toEqual([party('ada', 7)]);
    unwatchParty(party('ada'));
    expect(localStorage).toHaveLength(0);
  });

  it('are twenty at most: another waits until one has gone, and loses none', () => {
    for (let n = 1; n <= 20; n += 1) expect(watchParty(party(String(n)))).toBe('kept');
    expect(watchParty(party('21'))).toBe('full');
    expect(watchedParties()).toHaveLength(20);
    expect(watchedParties().at(-1)).toEqual(party('1'));
    expect(watchParty(party('1', 7))).toBe('kept');
    unwatchParty(party('2'));
    expect(watchParty(party('21'))).toBe('kept');
  });

  it.each(['no json', '{}', '[{"kind":"king","id":"a","name":"A","seen":0}]'])(
    'are none where %s is stored',
    (text) => {
      localStorage.setItem('watched-parties', text);
      expect(watchedParties()).toEqual([]);
    },
  );
});
