import * as v from 'valibot';
export declare const realDay: v.CheckAction<string, string>;
export declare const listFiltersSchema: v.ObjectSchema<{
    readonly form: v.OptionalSchema<v.PicklistSchema<readonly ["asset", "data"], undefined>, undefined>;
    readonly stat: v.OptionalSchema<v.SchemaWithPipe<readonly [v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>, v.MaxValueAction<number, 9, undefined>]>, undefined>, v.MinLengthAction<number[], 1, undefined>, v.MaxLengthAction<number[], 10, undefined>, v.ReadonlyAction<number[]>]>, undefined>;
    readonly from: v.OptionalSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoDateAction<string, "is not a day">, v.CheckAction<string, string>]>, undefined>;
    readonly to: v.OptionalSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoDateAction<string, "is not a day">, v.CheckAction<string, string>]>, undefined>;
    readonly credit: v.OptionalSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.MinLengthAction<string, 1, undefined>, v.MaxLengthAction<string, 200, undefined>]>, undefined>;
    readonly debit: v.OptionalSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.MinLengthAction<string, 1, undefined>, v.MaxLengthAction<string, 200, undefined>]>, undefined>;
}, undefined>;
export type ListFilters = Readonly<v.InferOutput<typeof listFiltersSchema>>;
