import * as v from 'valibot';
export declare const searchResultSchema: v.ObjectSchema<{
    readonly exact: v.NullableSchema<v.VariantSchema<"to", [v.ObjectSchema<{
        readonly to: v.LiteralSchema<"transfer", undefined>;
        readonly item: v.StringSchema<undefined>;
        readonly trxn: v.NullableSchema<v.StringSchema<undefined>, undefined>;
    }, undefined>, v.ObjectSchema<{
        readonly to: v.LiteralSchema<"party", undefined>;
        readonly kind: v.PicklistSchema<readonly ["user", "creator", "consumer", "checker"], undefined>;
        readonly id: v.StringSchema<undefined>;
        readonly kinds: v.OptionalSchema<v.ArraySchema<v.PicklistSchema<readonly ["user", "creator", "consumer", "checker"], undefined>, undefined>, undefined>;
    }, undefined>], undefined>, undefined>;
    readonly parties: v.ArraySchema<v.ObjectSchema<{
        readonly id: v.StringSchema<undefined>;
        readonly name: v.StringSchema<undefined>;
        readonly kinds: v.ArraySchema<v.PicklistSchema<readonly ["user", "creator", "consumer", "checker"], undefined>, undefined>;
    }, undefined>, undefined>;
    readonly transfers: v.ArraySchema<v.ObjectSchema<{
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
    readonly more: v.OptionalSchema<v.ObjectSchema<{
        readonly parties: v.BooleanSchema<undefined>;
        readonly transfers: v.BooleanSchema<undefined>;
    }, undefined>, undefined>;
}, undefined>;
export type SearchResult = v.InferOutput<typeof searchResultSchema>;
