import * as v from 'valibot';

/** The services that `srvc` names. */
export const serviceNames = ['issuer', 'caller', 'verifier'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Body of an error answer: `code` is the HTTP status, `error` a sentence for people. */
export const callErrorSchema = v.object({ code: v.number(), error: v.string() });
export type CallError = v.InferOutput<typeof callErrorSchema>;
