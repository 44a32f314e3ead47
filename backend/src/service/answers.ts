import { type CallError, callErrorSchema } from '@tallystick/shared/contracts/calls';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/** The one shape of every error: `code` is the HTTP status, `error` a sentence for people. */
export const errorSchema: JsonSchema<CallError> = {
  ...jsonSchema(callErrorSchema),
  $id: 'Error',
  description: 'Every error of every call.',
};
/** Refers to it, from a route. */
export const error = (description?: string): JsonSchema<CallError> => ({
  $ref: 'Error',
  ...(description !== undefined && { description }),
});

const refusals = {
  400: error('The body is not what the call takes.'),
  401: error('The credential is missing or wrong.'),
  404: error('There is no such record.'),
  413: error('The body is too large.'),
  415: error('The body is not JSON.'),
  422: error('The search takes too long.'),
  429: error('Too many requests.'),
  500: error('The service failed.'),
  503: error('The store is not available.'),
};

/** An answer of good news: `{data}`. */
export function dataAnswer<T>(data: JsonSchema<T>): JsonSchema<{ data: T }> {
  return { type: 'object', properties: { data }, required: ['data'] };
}

/** The answers of a call that has `{data}` at best; 404 and 422 only for the calls that have them. */
export function answers<T>(data: JsonSchema<T>, ...also: (404 | 422 | false)[]) {
  const { 404: missing, 422: slow, ...always } = refusals;
  return {
    200: dataAnswer(data),
    ...always,
    ...(also.includes(404) && { 404: missing }),
    ...(also.includes(422) && { 422: slow }),
  };
}
