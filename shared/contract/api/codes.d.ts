import { type CodeRefusal, type CodeSent } from '../contracts/codes.ts';
import type { Call } from './call.ts';
export interface CodeCheck {
    readonly email: string;
    readonly trxn: string;
    readonly code: string;
    readonly attempt: string;
}
export type CodeAnswer<T> = {
    readonly ok: true;
    readonly code: number;
    readonly data: T;
} | ({
    readonly ok: false;
    readonly code: number;
    readonly error: string;
} & Readonly<CodeRefusal>);
export interface CodeCalls {
    readonly createCode: (email: string, signal?: AbortSignal) => Promise<CodeAnswer<Readonly<CodeSent>>>;
    readonly checkCode: (check: CodeCheck, signal?: AbortSignal) => Promise<CodeAnswer<true>>;
}
export declare function codeCalls(call: Call): CodeCalls;
