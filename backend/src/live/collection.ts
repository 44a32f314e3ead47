import type { Result } from '@tallystick/contract/result';
import { liveCollection, liveDatabase } from '@tallystick/shared/contracts/live';
import { EJSON } from 'bson';

/** Why a call is refused: `code` is the protocol's `error_code`. */
export type Refused = { ok: false; code: string; error: string };
/** What a call asks for. */
export type Parsed<T> = Result<T, Refused>;

export const refused = (error: string, code = 'BadRequest'): Refused => ({
  ok: false,
  code,
  error,
});

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the one argument of a call on a collection from EJSON (canonical or relaxed), and gives
 * back its fields. Refuses one that is not about the feed's only collection.
 */
export function parseCollectionArgument(calls: readonly unknown[]): Parsed<Fields> {
  const [raw, ...more] = calls;
  if (more.length > 0) return refused('The call takes one argument.');
  const argument = fromExtendedJson(raw);
  if (!isFields(argument)) return refused('The argument must be an object in extended JSON.');
  const { database, collection, ...fields } = argument;
  if (database !== liveDatabase || collection !== liveCollection) {
    return refused(
      `The only collection here is ${liveDatabase}.${liveCollection}.`,
      'NamespaceNotFound',
    );
  }
  return { ok: true, value: fields };
}

/** Whether a value is a plain object with named fields. */
export function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value))
  );
}

/** The first field that is not among the known ones. */
export function unknownField(fields: Fields, known: readonly string[]): string | undefined {
  return Object.keys(fields).find((name) => !known.includes(name));
}

function fromExtendedJson(raw: unknown): unknown {
  if (!isFields(raw)) return undefined;
  try {
    return EJSON.deserialize({ ...raw });
  } catch {
    return undefined;
  }
}
