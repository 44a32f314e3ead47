import type { PartyKind } from '@tallystick/shared/contracts/party';
import { type Kysely, sql } from 'kysely';
import { fold } from './search.ts';

/** Characters of a row's text; a longer one is looked up by its first characters. */
const wordLength = 64;
/** Words of a name by which it is found. */
const maxWords = 16;

/** What a name or a search looks like in the table `party_word`. */
export const wordOf = (text: string): string => [...fold(text)].slice(0, wordLength).join('');

/**
 * The texts by which a name is found in the table `party_word`: the rest of it from each word on.
 * So "corner sh" finds "The Corner Shop" by one look-up in one index.
 */
function wordsOf(name: string): { word: string; first: boolean }[] {
  const folded = fold(name);
  // A mark belongs to the letter before it, such as a vowel sign in Devanagari.
  const words = folded.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu);
  const starts = [...words].map(({ index }) => index);
  const rests = [0, ...starts].slice(0, maxWords + 1).map((start) => wordOf(folded.slice(start)));
  const [whole = '', ...others] = new Set(rests);
  return whole === ''
    ? []
    : [{ word: whole, first: true }, ...others.map((word) => ({ word, first: false }))];
}

/**
 * Whether one of the words of a name begins with a text. A row of the table alone does not say so:
 * it may be of an earlier name, and a long text is cut there.
 */
export function isFoundBy(name: string, text: string): boolean {
  const beginning = wordOf(text);
  return (
    fold(name).includes(fold(text)) && wordsOf(name).some(({ word }) => word.startsWith(beginning))
  );
}

export type NamedParty = { kind: PartyKind; id: string; name: string };

const wordRows = (parties: readonly NamedParty[]) => {
  const rows = parties.flatMap(({ kind, id, name }) =>
    wordsOf(name).map((word) => ({ ...word, kind, id })),
  );
  return sql`
    json_to_recordset(${JSON.stringify(rows)}) as t(word text, first boolean, kind text, id text)`;
};

/** Lets the search find parties by their names. */
export async function writeWords<Tables>(
  db: Kysely<Tables>,
  parties: readonly NamedParty[],
): Promise<void> {
  await sql`
    insert into party_word (word, first, kind, id)
    select word, first, kind, id from ${wordRows(parties)} on conflict do nothing`.execute(db);
}

/** No longer lets the search find parties by names that they had. */
export async function deleteWords<Tables>(
  db: Kysely<Tables>,
  parties: readonly NamedParty[],
): Promise<void> {
  await sql`
    delete from party_word p using ${wordRows(parties)}
    where (p.first, p.word, p.kind, p.id) = (t.first, t.word, t.kind, t.id)`.execute(db);
}

/**
 * Writes the words of parties whose present name has none, because an older program recorded it.
 * Words that it left of earlier names find nothing: a search compares the name, too.
 */
export async function writeMissingWords<Tables>(db: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { rows } = await sql<NamedParty>`
      select kind, id, name from party where worded is distinct from checksum limit 1000`.execute(
      db,
    );
    if (rows.length === 0) return;
    await writeWords(db, rows);
    // If a party is renamed meanwhile, whoever renames it writes its words.
    await sql`
      update party set worded = checksum
      from json_to_recordset(${JSON.stringify(rows)}) as t(kind text, id text, name text)
      where party.kind = t.kind and party.id = t.id and party.name = t.name`.execute(db);
  }
}
