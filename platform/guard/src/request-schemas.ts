import { issueSentence, predicateOf } from '@tallystick/contract/issue-sentence';
import type { Output } from '@tallystick/contract/request-part';
import type { FastifySchemaCompiler, FastifyTypeProvider } from 'fastify';
import * as v from 'valibot';

/** Infers what handlers are given from the valibot schemas of their routes. */
export interface ValibotTypes extends FastifyTypeProvider {
  validator: Output<this['schema']>;
}

/** Reads requests by the valibot schemas of their routes; what is not well formed is refused in one sentence, with 400. */
export const readByValibot: FastifySchemaCompiler<v.GenericSchema> = ({ schema, httpPart }) => {
  const whole = httpPart === 'querystring' ? 'The query' : 'The body';
  return (input: unknown) => {
    // A body may have thousands of issues, each with its path. Only the first is reported.
    const result = v.safeParse(schema, input, { abortEarly: true, message: predicateOf });
    return result.success
      ? { value: result.output }
      : { error: new Error(issueSentence(result.issues[0], whole)) };
  };
};

/** Whether an error is the refusal of a request by its schemas; its message is for people. */
export const isNotWellFormed = (error: { code?: string }): boolean =>
  error.code === 'FST_ERR_VALIDATION';
