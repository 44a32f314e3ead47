import { type Activity, activitySchema } from '../contracts/activity.ts';
import { type ActivityRange, activityRanges } from '../contracts/activity-ranges.ts';
import type { ExportQuery } from '../contracts/export.ts';
import { type Neighbours, neighboursSchema } from '../contracts/neighbours.ts';
import type { PartyKind } from '../contracts/party.ts';
import type { Answer } from './answer.ts';
import { answerOf } from './answer-of.ts';
import type { Call } from './call.ts';
import { filtersOf } from './filters-of.ts';
import type { OpenStream } from './open-stream.ts';

/** Days up to the newest transfer, of all transfers or of those in one party's list. */
export interface ActivityQuery {
  readonly range: ActivityRange;
  /** In place of `range`: the shortest of all ranges that holds more than half of what there is. */
  readonly shortest?: boolean | undefined;
  readonly party?: { readonly kind: PartyKind; readonly id: string } | undefined;
}

/** What can be asked about records beside reading them page by page. */
export interface RecordCalls {
  /** What stands beside a transfer in its parties' lists; found as by `transfer`. */
  readonly neighbours: (item: string, signal?: AbortSignal) => Promise<Answer<Neighbours>>;
  /** How many transfers were created when. */
  readonly activity: (query: ActivityQuery, signal?: AbortSignal) => Promise<Answer<Activity>>;
  /**
   * A whole list as the bytes of a file. The stream errors if the service or the network fails
   * before its end, and when `signal` aborts.
   */
  readonly exportTransfers: (
    query: ExportQuery,
    signal: AbortSignal,
  ) => Promise<Answer<ReadableStream<Uint8Array>>>;
}

const rangeDays = activityRanges.flatMap((range) => (range === 'all' ? [] : [Number(range)]));

/** These calls, over what carries a request and what opens a stream. */
export function recordCalls(call: Call, openStream: OpenStream): RecordCalls {
  return {
    neighbours: async (item, signal) =>
      answerOf(await call('transfers/neighbours', { data: { item } }, signal), neighboursSchema),
    activity: async ({ range, shortest = false, party }, signal) => {
      const data = {
        ...(shortest ? { among: rangeDays } : range !== 'all' && { days: Number(range) }),
        ...(party && { party: { kind: party.kind, user: party.id } }),
      };
      return answerOf(await call('transfers/activity', { data }, signal), activitySchema);
    },
    exportTransfers: ({ list, party, format, ...query }, signal) => {
      const data = { list, format, user: party, ...filtersOf(query) };
      return openStream('transfers/export', { data }, signal);
    },
  };
}
