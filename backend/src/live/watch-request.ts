import {
  isFields,
  type Parsed,
  parseCollectionArgument,
  refused,
  unknownField,
} from './collection.ts';
import { parseWatchFilter, type Wants } from './watch-filter.ts';

/** A checked watch. */
export interface WatchRequest {
  /** The sequence that the reader has already; null: it wants what happens from now on. */
  since: number | null;
  /** Whether the first message says where the stream begins. */
  position: boolean;
  /** The events to hear of; null: all. */
  wants: Wants | null;
}

const maxItems = 100;

/**
 * Reads the arguments of a watch: `ids` (items) and `filter: {_since?: "<number>", _position?: true}` with
 * conditions on events (`parseWatchFilter`). Other filters are refused, not ignored: the reader would take all
 * events for the filtered ones.
 */
export function parseWatch(calls: readonly unknown[]): Parsed<WatchRequest> {
  const argument = parseCollectionArgument(calls);
  if (!argument.ok) return argument;
  const unknown = unknownField(argument.value, ['ids', 'filter']);
  if (unknown) return refused(`'${unknown}' is not supported; a watch takes ids and filter.`);
  const { ids, filter = {} } = argument.value;

  const items = parseItems(ids);
  if (!items.ok) return items;
  if (!isFields(filter)) return refused('The filter must be an object.');
  const { _since: since = null, _position: position = false, ...conditions } = filter;
  if (since !== null && !(typeof since === 'string' && /^\d{1,15}$/.test(since))) {
    return refused('_since must be the number of an event, as a string of digits.');
  }
  if (typeof position !== 'boolean') return refused('_position must be true or false.');
  const wanted = parseWatchFilter(conditions);
  if (!wanted.ok) return wanted;
  const wants = both(items.value, wanted.value);
  return { ok: true, value: { since: since === null ? null : Number(since), position, wants } };
}

function both(items: ReadonlySet<string> | null, wants: Wants | null): Wants | null {
  if (items === null) return wants;
  return (transfer) => items.has(transfer.item) && (wants === null || wants(transfer));
}

function parseItems(ids: unknown): Parsed<ReadonlySet<string> | null> {
  if (ids === undefined) return { ok: true, value: null };
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > maxItems) {
    return refused(`ids must be a list of 1 to ${maxItems} items.`);
  }
  const items = new Set<string>();
  for (const id of ids) {
    if (typeof id !== 'string') return refused('Each of the ids must be an item, a string.');
    items.add(id);
  }
  return { ok: true, value: items };
}

/**
 * Decodes the `baas_request` of a streaming call: base64 of UTF-8 JSON. Undefined if it is neither.
 */
export function decodeStreamingCall(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
