import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { documentPath, openApiDocument } from './openapi.ts';

/**
 * Opens a server and holds each of its answers against the OpenAPI document: the status must be
 * listed, and the body as its schema says.
 *
 * @param calls of the registry's parts
 * @returns also what was answered otherwise, one line each
 */
export async function withDescribedAnswers<T>(
  calls: Parameters<typeof openApiDocument>[1],
  open: () => Promise<T>,
): Promise<{ made: T; problems: string[] }> {
  const problems: string[] = [];
  const problemOf = describedBy(openApiDocument(false, calls));
  const listen = (message: unknown) => {
    if (!isFastify(message)) return;
    message.fastify.addHook('onSend', async ({ method, routeOptions: { url } }, reply, payload) => {
      if (url === undefined) return;
      const problem = problemOf(documentPath(url), method.toLowerCase(), reply.statusCode, payload);
      if (problem !== null) problems.push(`${method} ${url} ${reply.statusCode}: ${problem}`);
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { made: await open(), problems };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}

function describedBy(document: ReturnType<typeof openApiDocument>) {
  const ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
  });
  ajv.addSchema(document, 'document');

  return (path: string, method: string, status: number, payload: unknown): string | null => {
    // HEAD is answered as GET is; what the document lacks, another test finds.
    const operation = document.paths[path]?.[method];
    if (operation === undefined) return null;
    const response = operation.responses[status];
    if (response === undefined) return 'the status is not described';
    if (Object.hasOwn(response.content ?? {}, 'application/octet-stream')) {
      return payload instanceof Uint8Array ? null : 'the body is no bytes';
    }
    if (response.content === undefined) {
      return payload === null || payload === undefined ? null : 'a body is not described';
    }
    // A stream of text: what is in it, its own test says.
    if (response.content['application/json'] === undefined) return null;
    const pointer = ['paths', path, method, 'responses', `${status}`, 'content'];
    const place = [...pointer, 'application/json', 'schema'].map(
      (part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    );
    const validate = ajv.getSchema(`document#${place.join('')}`);
    if (validate === undefined) return 'the schema is not found';
    return validate(JSON.parse(String(payload))) ? null : ajv.errorsText(validate.errors);
  };
}

function isFastify(message: unknown): message is { fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}
