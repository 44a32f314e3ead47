import * as v from 'valibot';
export declare const codeSentSchema: v.ObjectSchema<{
    readonly trxn: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.MinLengthAction<string, 1, undefined>]>;
    readonly validFor: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.FiniteAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, 300>;
    readonly resendAfter: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.FiniteAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, 60>;
    readonly triesLeft: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, 5>;
}, undefined>;
export type CodeSent = v.InferOutput<typeof codeSentSchema>;
export declare const codeRefusalSchema: v.ObjectSchema<{
    readonly retryAfter: v.SchemaWithFallback<v.NullishSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.FiniteAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, null>, null>;
    readonly triesLeft: v.SchemaWithFallback<v.NullishSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, null>, null>;
}, undefined>;
export type CodeRefusal = v.InferOutput<typeof codeRefusalSchema>;
