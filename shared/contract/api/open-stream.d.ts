import type { Answer } from './answer.ts';
import { type CallBody, type Service } from './call.ts';
export type OpenStream = (path: string, body: CallBody, signal: AbortSignal) => Promise<Answer<ReadableStream<Uint8Array>>>;
export declare function openServiceStream(service: Service, path: string, body: CallBody, signal: AbortSignal): Promise<Answer<ReadableStream<Uint8Array>>>;
