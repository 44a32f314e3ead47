import * as v from 'valibot';
export declare const serviceNames: readonly ['issuer', 'caller', 'verifier'];
export type ServiceName = (typeof serviceNames)[number];
export declare const callErrorSchema: v.ObjectSchema<{
    readonly code: v.NumberSchema<undefined>;
    readonly error: v.StringSchema<undefined>;
}, undefined>;
export type CallError = v.InferOutput<typeof callErrorSchema>;
