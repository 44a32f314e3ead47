import * as v from 'valibot';
declare const neighbourSchema: v.ObjectSchema<{
    readonly item: v.StringSchema<undefined>;
    readonly trxn: v.NullishSchema<v.StringSchema<undefined>, null>;
    readonly crts: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
}, undefined>;
export type Neighbour = v.InferOutput<typeof neighbourSchema>;
export declare const neighboursSchema: v.ObjectSchema<{
    readonly credit: v.ObjectSchema<{
        readonly earlier: v.NullableSchema<v.ObjectSchema<{
            readonly item: v.StringSchema<undefined>;
            readonly trxn: v.NullishSchema<v.StringSchema<undefined>, null>;
            readonly crts: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        }, undefined>, undefined>;
        readonly later: v.NullableSchema<v.ObjectSchema<{
            readonly item: v.StringSchema<undefined>;
            readonly trxn: v.NullishSchema<v.StringSchema<undefined>, null>;
            readonly crts: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        }, undefined>, undefined>;
    }, undefined>;
    readonly debit: v.ObjectSchema<{
        readonly earlier: v.NullableSchema<v.ObjectSchema<{
            readonly item: v.StringSchema<undefined>;
            readonly trxn: v.NullishSchema<v.StringSchema<undefined>, null>;
            readonly crts: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        }, undefined>, undefined>;
        readonly later: v.NullableSchema<v.ObjectSchema<{
            readonly item: v.StringSchema<undefined>;
            readonly trxn: v.NullishSchema<v.StringSchema<undefined>, null>;
            readonly crts: v.SchemaWithPipe<readonly [v.UnionSchema<[v.NumberSchema<undefined>, v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>, v.TransformAction<any, number>]>], undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        }, undefined>, undefined>;
    }, undefined>;
}, undefined>;
export type Neighbours = v.InferOutput<typeof neighboursSchema>;
export {};
