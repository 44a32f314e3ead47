import type * as v from 'valibot';

/**
 * What a request has in the place of a schema once it is read by it. The conditions are those of fastify's types, so
 * that code for any schema can hand on what fastify has read.
 */
export type RequestPart<S> = [Output<S>] extends [undefined] ? unknown : Output<S>;

/** What a valibot schema makes of its input. */
export type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : unknown;
