import * as v from 'valibot';
export declare const transferForms: readonly ['asset', 'data'];
export type TransferForm = (typeof transferForms)[number];
export declare const featSchema: v.ObjectSchema<{
    readonly form: v.PicklistSchema<readonly ["asset", "data"], undefined>;
    readonly sort: v.StringSchema<undefined>;
}, undefined>;
export declare const statusSchema: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>, v.MaxValueAction<number, 9, undefined>]>;
export declare const millisecondsSchema: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
export declare const transferRowSchema: v.ObjectSchema<{
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
export type TransferRow = v.InferOutput<typeof transferRowSchema>;
export declare const transferListSchema: v.ObjectSchema<{
    readonly list: v.ArraySchema<v.ObjectSchema<{
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
    }, undefined>, undefined>;
    readonly count: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
    readonly more: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
    readonly sequence: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
}, undefined>;
export type TransferList = v.InferOutput<typeof transferListSchema>;
export declare const transferDetailSchema: v.ObjectSchema<{
    readonly item: v.StringSchema<undefined>;
    readonly trxn: v.NullishSchema<v.StringSchema<undefined>, null>;
    readonly status: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>, v.MaxValueAction<number, 9, undefined>]>;
    readonly created: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
    readonly feat: v.ObjectSchema<{
        readonly form: v.PicklistSchema<readonly ["asset", "data"], undefined>;
        readonly sort: v.StringSchema<undefined>;
    }, undefined>;
    readonly credit: v.ObjectSchema<{
        readonly name: v.StringSchema<undefined>;
        readonly item: v.StringSchema<undefined>;
        readonly kind: v.PicklistSchema<readonly ["user", "creator", "consumer", "checker"], undefined>;
    }, undefined>;
    readonly debit: v.ObjectSchema<{
        readonly name: v.StringSchema<undefined>;
        readonly item: v.StringSchema<undefined>;
        readonly kind: v.PicklistSchema<readonly ["user", "creator", "consumer", "checker"], undefined>;
    }, undefined>;
    readonly sequence: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
}, undefined>;
export type TransferDetail = v.InferOutput<typeof transferDetailSchema>;
export declare const dataVariableSchema: v.ObjectSchema<{
    readonly name: v.StringSchema<undefined>;
    readonly memo: v.StringSchema<undefined>;
    readonly data: v.UnionSchema<[v.StringSchema<undefined>, v.NumberSchema<undefined>, v.BooleanSchema<undefined>, v.NullSchema<undefined>], undefined>;
}, undefined>;
export type DataVariable = v.InferOutput<typeof dataVariableSchema>;
export declare const transferDataSchema: v.ObjectSchema<{
    readonly vars: v.ArraySchema<v.ObjectSchema<{
        readonly name: v.StringSchema<undefined>;
        readonly memo: v.StringSchema<undefined>;
        readonly data: v.UnionSchema<[v.StringSchema<undefined>, v.NumberSchema<undefined>, v.BooleanSchema<undefined>, v.NullSchema<undefined>], undefined>;
    }, undefined>, undefined>;
}, undefined>;
export type TransferData = v.InferOutput<typeof transferDataSchema>;
