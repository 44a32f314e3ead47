import type { PartyKind } from '@tallystick/shared/contracts/party';
import { type Kysely, sql } from 'kysely';
import { fold } from './search.ts';

/** A longer beginning than this is looked up by its first characters. */
const wordLength = 64;
/** Words of a name by which it is found. */
const maxWords = 16;

/** What a name or a search looks like in the table `party_word`. */
export const wordOf = (text: string): string => [...fold(text)].slice(0, wordLength).join('');

/**
 * By what a name is found in the table `party_word`: the rest of it from each word on, so that the text
 * "corner sh" finds "The Corner Shop" by one look at one index.
 */
function wordsOf(name: string): { word: string; first: boolean }[] {
  const folded = fold(name);
  // A mark is of the letter before it, as a vowel in Devanagari is.
  const words = folded.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu);
  const starts = [...words].map(({ index }) => index);
  const rests = [0, ...starts].slice(0, maxWords + 1).map((start) => wordOf(folded.slice(start)));
  const [whole = '', ...others] = new Set(rests);
  return whole === ''
    ? []
    : [{ word: whole, first: true }, ...others.map((word) => ({ word, first: false }))];
}

/**
 * Whether one of the words of a name begins with a text: words in the table may be of an earlier name, and of a long
 * text they have the beginning alone.
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

/** No longer lets it find them by names that they had. */
export async function deleteWords<Tables>(
  db: Kysely<Tables>,
  parties: readonly NamedParty[],
): Promise<void> {
  await sql`
    delete from party_word p using ${wordRows(parties)}
    where (p.first, p.word, p.kind, p.id) = (t.first, t.word, t.kind, t.id)`.execute(db);
}

/**
 * Writes the words of parties that have none of their own name, because a program that does not know of
 * them has recorded it. What it left of other names is found by nobody: a search looks at the name, too.
 */
export async function writeMissingWords<Tables>(db: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { rows } = await sql<NamedParty>`
      select kind, id, name from party where worded is distinct from checksum limit 1000`.execute(
      db,
    );
    if (rows.length === 0) return;
    await writeWords(db, rows);
    // A party that has got another name meanwhile has its words from who renamed it.
    await sql`
      update party set worded = checksum
      from json_to_recordset(${JSON.stringify(rows)}) as t(kind text, id text, name text)
      where party.kind = t.kind and party.id = t.id and party.name = t.name`.execute(db);
  }
}
