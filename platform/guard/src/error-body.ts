/** What an error answer says, in the shape that all errors of a server have. */
export type ErrorBody = (status: number, sentence: string) => object;

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent: `usualErrorBody`. */
    errorBody?: ErrorBody;
  }
}

/** The shape of a server that says no other: `{code, error}`, status and sentence. */
export const usualErrorBody: ErrorBody = (code, error) => ({ code, error });
