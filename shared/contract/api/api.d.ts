import { type Call } from './call.ts';
import { type Ledger } from './ledger.ts';
export type { Answer } from './answer.ts';
export type { CallBody, CallResult } from './call.ts';
export type { CodeAnswer, CodeCheck } from './codes.ts';
export type { Ledger, ListQuery, PartyListQuery } from './ledger.ts';
export type { ActivityQuery } from './records.ts';
export declare const call: Call;
export declare const ledger: Ledger;
