import { type Kysely, sql } from 'kysely';
import { type NamedParty, wordOf } from '../../ledger/party-words.ts';

/**
 * An older program still writes words its own way and finds by them: for each name that it records,
 * until the name is changed.
 */
export const runsFrom = '0010_segments';

/** How names were written then: with their accents. */
const fold = (name: string) => name.toLowerCase().normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

/** Where older programs began a word, though it is within one. */
const withinWord = /(?<=\p{M})[\p{L}\p{N}]/gu;

/**
 * A mark, such as that of a vowel, no longer ends a word of a name. Names that have one get their
 * words when a program opens the store. Texts that began within a word are deleted here, since the
 * search reads only a few of those that begin with what it looks for.
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
