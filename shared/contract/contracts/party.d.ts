import * as v from 'valibot';
export declare const partyKinds: readonly ['user', 'creator', 'consumer', 'checker'];
export type PartyKind = (typeof partyKinds)[number];
export declare const creditKinds: readonly ['creator', 'consumer', 'checker'];
export type CreditKind = (typeof creditKinds)[number];
export declare const partyDetailSchema: v.ObjectSchema<{
    readonly name: v.StringSchema<undefined>;
    readonly kinds: v.OptionalSchema<v.ArraySchema<v.PicklistSchema<readonly ["user", "creator", "consumer", "checker"], undefined>, undefined>, readonly []>;
}, undefined>;
export type PartyDetail = v.InferOutput<typeof partyDetailSchema>;
