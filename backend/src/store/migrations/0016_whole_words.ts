import { type Kysely, sql } from 'kysely';
import { type NamedParty, wordOf } from '../../ledger/party-words.ts';
import { fold } from '../../ledger/search.ts';

/** An older program writes words, and finds by them, as it did: of a name that it records, until that is changed. */
export const runsFrom = '0010_segments';

/** Where programs of before began a word: within one. */
const withinWord = /(?<=\p{M})[\p{L}\p{N}]/gu;

/**
 * A mark, as of a vowel, no longer ends a word of a name. Names in which one did get their words when a program opens
 * the store; what began within words goes, for the search reads few of the words that begin with a text.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  let last = { kind: '', id: '' };
  for (;;) {
    const { rows } = await sql<NamedParty>`
      select kind, id, name from party where (kind, id) > (${last.kind}, ${last.id})
      order by kind, id limit 1000`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    last = end;
    const words = rows.flatMap(({ kind, id, name }) => {
      const folded = fold(name);
      return [...folded.matchAll(withinWord)].map(({ index }) => {
        return { kind, id, word: wordOf(folded.slice(index)) };
      });
    });
    if (words.length === 0) continue;
    const parts = sql`
      json_to_recordset(${JSON.stringify(words)}) as t(kind text, id text, word text)`;
    await sql`
      update party p set worded = null from ${parts}
      where (p.kind, p.id) = (t.kind, t.id)`.execute(db);
    await sql`
      delete from party_word p using ${parts}
      where (p.first, p.word, p.kind, p.id) = (false, t.word, t.kind, t.id)`.execute(db);
  }
}
