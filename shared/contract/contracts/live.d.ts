import * as v from 'valibot';
export declare const liveDatabase = "ledger";
export declare const liveCollection = "transfers";
export declare const livePositionSchema: v.SchemaWithPipe<readonly [v.ObjectSchema<{
    readonly _id: v.ObjectSchema<{
        readonly _data: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>]>;
    }, undefined>;
    readonly operationType: v.LiteralSchema<"position", undefined>;
}, undefined>, v.TransformAction<{
    _id: {
        _data: string;
    };
    operationType: "position";
}, {
    sequence: number;
}>]>;
export declare const wasSchema: v.ObjectSchema<{
    readonly feat: v.ObjectSchema<{
        readonly form: v.PicklistSchema<readonly ["asset", "data"], undefined>;
        readonly sort: v.StringSchema<undefined>;
    }, undefined>;
    readonly crts: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
    readonly cred: v.StringSchema<undefined>;
    readonly debt: v.StringSchema<undefined>;
}, undefined>;
export type Was = v.InferOutput<typeof wasSchema>;
export declare const liveEventSchema: v.SchemaWithPipe<readonly [v.ObjectSchema<{
    readonly _id: v.ObjectSchema<{
        readonly _data: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>]>;
    }, undefined>;
    readonly operationType: v.PicklistSchema<["insert", "update"], undefined>;
    readonly fullDocument: v.ObjectSchema<{
        readonly item: v.StringSchema<undefined>;
        readonly trxn: v.NullishSchema<v.StringSchema<undefined>, null>;
        readonly stat: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>, v.MaxValueAction<number, 9, undefined>]>, 0>;
        readonly feat: v.ObjectSchema<{
            readonly form: v.PicklistSchema<readonly ["asset", "data"], undefined>;
            readonly sort: v.StringSchema<undefined>;
        }, undefined>;
        readonly crts: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        readonly cred: v.StringSchema<undefined>;
        readonly debt: v.StringSchema<undefined>;
        readonly credit: v.OptionalSchema<v.ObjectSchema<{
            readonly name: v.StringSchema<undefined>;
            readonly kind: v.PicklistSchema<readonly ["creator", "consumer", "checker"], undefined>;
        }, undefined>, undefined>;
        readonly debit: v.OptionalSchema<v.ObjectSchema<{
            readonly name: v.StringSchema<undefined>;
        }, undefined>, undefined>;
    }, undefined>;
    readonly was: v.OptionalSchema<v.ObjectSchema<{
        readonly feat: v.ObjectSchema<{
            readonly form: v.PicklistSchema<readonly ["asset", "data"], undefined>;
            readonly sort: v.StringSchema<undefined>;
        }, undefined>;
        readonly crts: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        readonly cred: v.StringSchema<undefined>;
        readonly debt: v.StringSchema<undefined>;
    }, undefined>, undefined>;
}, undefined>, v.TransformAction<{
    _id: {
        _data: string;
    };
    operationType: "insert" | "update";
    fullDocument: {
        item: string;
        trxn: string | null;
        stat: number;
        feat: {
            form: "asset" | "data";
            sort: string;
        };
        crts: number;
        cred: string;
        debt: string;
        credit?: {
            name: string;
            kind: "checker" | "consumer" | "creator";
        } | undefined;
        debit?: {
            name: string;
        } | undefined;
    };
    was?: {
        feat: {
            form: "asset" | "data";
            sort: string;
        };
        crts: number;
        cred: string;
        debt: string;
    } | undefined;
}, {
    was?: {
        feat: {
            form: "asset" | "data";
            sort: string;
        };
        crts: number;
        cred: string;
        debt: string;
    } | undefined;
    sequence: number;
    operation: "insert" | "update";
    transfer: {
        item: string;
        trxn: string | null;
        stat: number;
        feat: {
            form: "asset" | "data";
            sort: string;
        };
        crts: number;
        cred: string;
        debt: string;
        credit?: {
            name: string;
            kind: "checker" | "consumer" | "creator";
        } | undefined;
        debit?: {
            name: string;
        } | undefined;
    };
}>]>;
export type LiveEvent = v.InferOutput<typeof liveEventSchema>;
export declare const refetchErrorCode = "RefetchRequired";
