import type { ServiceName } from '../contracts/calls.ts';
export interface Service {
    readonly url: string;
    readonly token: string;
    readonly traceparent?: string | undefined;
    readonly timeout?: number;
}
export interface CallBody {
    readonly data: Readonly<Record<string, unknown>>;
    readonly srvc?: ServiceName;
    readonly seen?: number;
}
export type CallResult = Readonly<Record<string, unknown>> & {
    readonly code: number;
};
export type Call = (path: string, body: CallBody, signal?: AbortSignal) => Promise<CallResult>;
export declare function headersFor({ token, traceparent }: Service): Record<string, string>;
export declare function callService(service: Service, path: string, body: CallBody, signal?: AbortSignal): Promise<CallResult>;
