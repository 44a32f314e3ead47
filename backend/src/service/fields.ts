import { partyKinds } from '@tallystick/shared/contracts/party';
import * as v from 'valibot';

/** Text that the store can hold: without NUL, without half a surrogate pair. As JSON Schema says it. */
export const storable = '^[^\\u0000\\ud800-\\udfff]*$';

/** The pattern `storable` as a check, because Valibot cannot read a pattern by code points. */
export const wellFormed: v.CheckAction<string, string> = v.check(
  (value: string) => !value.includes('\0') && value.isWellFormed(),
  'is not well-formed text',
);

/** Text of at most so many characters: an index entry holds two ids, of up to four bytes a character. */
export const text = (limit: number) =>
  v.pipe(v.string(), v.maxLength(limit, `is longer than ${limit} characters`), wellFormed);

/** An id of a party or a transfer. */
export const id = v.pipe(text(200), v.minLength(1, 'is empty'));

/** The id of a party that a call asks about, and with its kind. */
export const partyId = v.pipe(id, v.description('Id of the party.'));
export const partyFields = { kind: v.picklist(partyKinds), user: partyId };

/** A whole number of at least `min`. */
export const whole = (min: number) => v.pipe(v.number(), v.integer(), v.minValue(min));

/** An object of which every field may be absent. A list is refused: Valibot takes it for an object without fields. */
export const allOptional = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.unknown(),
    v.check((given) => !Array.isArray(given), 'must be an object'),
    v.object(entries),
  );
