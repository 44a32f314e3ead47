import { join } from 'node:path';
import {
  emptyFolder,
  emptyPlace,
  releasesOf,
  removePlaces,
} from '@tallystick/operations/place.testing';
import { restore } from '@tallystick/operations/restore';
import { buildOf } from '@tallystick/registry/registry.testing';
import { afterAll, expect, it } from 'vitest';
import { ownStores } from '../own-stores.ts';
import { findingsOf, withLedger } from '../place.testing.ts';

afterAll(removePlaces);

// Written by the program of November 2026 that still had PGlite, over each of its two kinds of database.
it.each(['of-pglite.tar', 'of-postgres.tar'])(
  'a backup of an earlier version, %s, is whole again',
  async (name) => {
    // One into the folder's own server, one into another.
    const place = name === 'of-pglite.tar' ? await emptyFolder() : await emptyPlace();
    const options = {
      signal: new AbortController().signal,
      onProgress: () => {},
      onStage: () => {},
    };
    const restored = await restore(join(import.meta.dirname, name), place, ownStores, options);
    expect(restored).toMatchObject({ ok: true, value: { leftBehind: undefined } });
    expect(await findingsOf(place)).toEqual([]);
    expect(
      await withLedger(place, ({ query }) =>
        query({ text: 'select count(*)::int as n, max(crts) as last from transfer' }, []),
      ),
    ).toEqual([{ n: 200, last: 1_700_000_000_199 }]);
    expect(await releasesOf(place)).toMatchObject({
      current: { revision: 1, reason: 'kept', builds: { shell: buildOf(1), 'mfe-a': buildOf(1) } },
      verified: { ok: true, problems: [] },
      problems: [],
    });
  },
);
