import { type Activity } from '../contracts/activity.ts';
import { type ActivityRange } from '../contracts/activity-ranges.ts';
import type { ExportQuery } from '../contracts/export.ts';
import { type Neighbours } from '../contracts/neighbours.ts';
import type { PartyKind } from '../contracts/party.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import type { OpenStream } from './open-stream.ts';
export interface ActivityQuery {
    readonly range: ActivityRange;
    readonly shortest?: boolean | undefined;
    readonly party?: {
        readonly kind: PartyKind;
        readonly id: string;
    } | undefined;
}
export interface RecordCalls {
    readonly neighbours: (item: string, signal?: AbortSignal) => Promise<Answer<Neighbours>>;
    readonly activity: (query: ActivityQuery, signal?: AbortSignal) => Promise<Answer<Activity>>;
    readonly exportTransfers: (query: ExportQuery, signal: AbortSignal) => Promise<Answer<ReadableStream<Uint8Array>>>;
}
export declare function recordCalls(call: Call, openStream: OpenStream): RecordCalls;
