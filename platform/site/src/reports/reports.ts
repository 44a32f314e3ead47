import { pageTicketSchema, tabReportSchema } from '@tallystick/contract/release-news';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { acceptText, isSameOrigin } from '../http/posts.ts';
import { refuse } from '../http/refuse.ts';
import type { Previews } from '../preview/previews.ts';
import type { Reporters } from './reporters.ts';

/** Largest report, in bytes. */
const bodyLimit = 16_384;
const bodySchema = v.pipe(v.string(), v.parseJson(), tabReportSchema);

export interface ReportsOptions {
  registry: Pick<Registry, 'reports'>;
  /** What this site serves: of another channel its tabs can say nothing. */
  channel: string;
  previews: Previews;
  reporters: Reporters;
}

/**
 * `POST /releases/reports`: what an open tab says of itself. Taken from pages of this site alone;
 * what a tab in a preview says counts for nothing, nor what is said of another channel. `POST /releases/tickets` gives a
 * page, once, what it reports by for what came with it. Then it begins: `POST /releases/runs` says that it runs still, or
 * has ended well (docs/decisions/0061-what-a-page-costs-and-what-its-word-is-worth.md).
 */
export async function reports(
  server: FastifyInstance,
  { registry, channel, previews, reporters }: ReportsOptions,
): Promise<void> {
  // While the registry does not answer, nobody can say whether it is one of a preview.
  const isPreview = (request: FastifyRequest) => previews.has(request).catch(() => true);
  // A beacon's content type is whatever the browser makes of it.
  acceptText(server, '*', bodyLimit);
  // Before anything of the body is read.
  server.addHook('onRequest', async (request, reply) => {
    if (!isSameOrigin(request)) return refuse(reply, 403, 'Reports come from pages of this site.');
    if (!reporters.mayReport(request)) {
      return refuse(reply.header('retry-after', 30), 429, 'Too many reports come from here.');
    }
  });
  server.post('/releases/tickets', { bodyLimit }, async (request, reply) => {
    const issued = v.safeParse(pageTicketSchema, request.body);
    const known = issued.success ? await reporters.exchange(request, issued.output) : null;
    reply.header('cache-control', 'no-store');
    // No error: a page that a browser shows again has exchanged its ticket before.
    if (known === null) return reply.code(204).send();
    const { kept, page, app, build, reporter } = known;
    if (build !== undefined && !(await isPreview(request))) {
      registry.reports.pageBegan({ page, channel, app, build }, reporter);
    }
    return reply.type('text/plain; charset=utf-8').send(kept);
  });
  server.post('/releases/runs', { bodyLimit }, async (request, reply) => {
    const issued = v.safeParse(pageTicketSchema, request.body);
    const page = issued.success ? reporters.running(request, issued.output) : null;
    if (page !== null) registry.reports.pageRuns(page);
    return reply.code(204).send();
  });
  server.post('/releases/reports', { bodyLimit }, async (request, reply) => {
    const report = v.safeParse(bodySchema, request.body);
    if (!report.success) return refuse(reply, 400, 'This is no report of a tab.');
    const isOurs = report.output.channel === channel;
    if (isOurs && !(await isPreview(request))) {
      const { ticket, ...said } = report.output;
      const known = reporters.of(request, ticket);
      if (known !== null && known.newPage !== null) registry.reports.pageRuns(known.newPage);
      registry.reports.take(said, known?.reporter);
    }
    return reply.code(204).send();
  });
}
