import type { SearchResult } from '@tallystick/shared/contracts/search';
import type { Statement } from '@tallystick/store/connections';
import { isFoundBy, type NamedParty, wordOf } from '../ledger/party-words.ts';
import { afterAll } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';

const maxParties = 6;
/** A party has a row for each of its kinds, and may have words that begin alike. */
const maxRows = 8 * maxParties;

const named = (first: boolean) => `
  (select * from party_word where first = ${first} and word >= $1 and word < $2
   order by word, id, kind limit ${maxRows})`;

const byWords: Statement = {
  name: 'search parties by name',
  text: `
    select w.first, w.word, p.kind, p.id, p.name
    from (${named(true)} union all ${named(false)}) as w join party p using (kind, id)
    order by w.first desc, w.word, p.id, p.kind`,
};

/**
 * Parties by the whole name first, then by its beginning, then by the beginning of one of its
 * words. One that has its name under several kinds stands once. `more`: there may be others.
 */
export async function findPartiesByName(
  store: Pick<Store, 'query'>,
  text: string,
): Promise<{ parties: SearchResult['parties']; more: boolean }> {
  const beginning = wordOf(text);
  if (beginning === '') return { parties: [], more: false };
  const found = new Map<string, SearchResult['parties'][number]>();
  const rows = await store.query<NamedParty>(byWords, [beginning, afterAll(beginning)]);
  for (const { kind, id, name } of rows) {
    if (!isFoundBy(name, text)) continue;
    const key = JSON.stringify([id, name]);
    const party = found.get(key) ?? { id, name, kinds: [] };
    if (!party.kinds.includes(kind)) party.kinds.push(kind);
    found.set(key, party);
  }
  return {
    parties: [...found.values()].slice(0, maxParties),
    more: found.size > maxParties || rows.length >= maxRows,
  };
}
