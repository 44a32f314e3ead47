import type { Registry } from '@tallystick/registry/registry';
import { tabReportSchema } from '@tallystick/shared/contracts/release-news';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { isSameOrigin } from '../http/same-origin.ts';
import type { Previews } from '../preview/previews.ts';

/** Largest report, in bytes. */
const bodyLimit = 16_384;

export interface ReportsOptions {
  registry: Pick<Registry, 'report'>;
  previews: Previews;
}

/**
 * `POST /releases/reports`: what an open tab says of itself. Taken from pages of this site alone;
 * what a tab in a preview says counts for nothing.
 */
export async function reports(
  server: FastifyInstance,
  { registry, previews }: ReportsOptions,
): Promise<void> {
  // A beacon's content type is whatever the browser makes of it.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
  server.post('/releases/reports', { bodyLimit }, async (request, reply) => {
    if (!isSameOrigin(request)) {
      return reply.code(403).send({ code: 403, error: 'Reports come from pages of this site.' });
    }
    const report = v.safeParse(tabReportSchema, parseJson(request.body));
    if (!report.success) {
      return reply.code(400).send({ code: 400, error: 'This is no report of a tab.' });
    }
    if (!previews.has(request)) registry.report(report.output);
    return reply.code(204).send();
  });
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
