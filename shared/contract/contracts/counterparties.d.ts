import * as v from 'valibot';
export declare const counterpartiesSchema: v.ObjectSchema<{
    readonly list: v.ArraySchema<v.ObjectSchema<{
        readonly kind: v.PicklistSchema<readonly ["user", "creator", "consumer", "checker"], undefined>;
        readonly id: v.StringSchema<undefined>;
        readonly name: v.StringSchema<undefined>;
        readonly count: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 1, undefined>]>;
    }, undefined>, undefined>;
    readonly of: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
    readonly whole: v.BooleanSchema<undefined>;
    readonly all: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
}, undefined>;
export type Counterparties = v.InferOutput<typeof counterpartiesSchema>;
