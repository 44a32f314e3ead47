import { appNameSchema, buildIdSchema } from '@tallystick/shared/contracts/release';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { sendPrepared } from '../http/prepared.ts';
import { nothingAllowed } from '../page/policy.ts';
import type { Records } from '../release/records.ts';
import type { ArtifactBodies } from './artifact-bodies.ts';
import { isDocument } from './content-type.ts';

const forEver = 'public, max-age=31536000, immutable';

const parametersSchema = v.object({
  app: appNameSchema,
  build: buildIdSchema,
  '*': v.string(),
});

export interface ArtifactsOptions {
  records: Records;
  bodies: ArtifactBodies;
}

/** The files of published builds, which never change. A draft, or what never was, is missing. */
export function artifacts(server: FastifyInstance, { records, bodies }: ArtifactsOptions): void {
  server.get('/artifacts/:app/:build/*', async (request, reply) => {
    const parameters = v.safeParse(parametersSchema, request.params);
    if (!parameters.success) return reply.callNotFound();
    const { app, build, '*': path } = parameters.output;
    const record = await records.read(app, build);
    const prepared = record === null ? null : await bodies.read(record, path);
    if (prepared === null) return reply.callNotFound();
    reply.header('cache-control', forEver);
    if (isDocument(prepared.type)) reply.header('content-security-policy', nothingAllowed);
    return sendPrepared(request, reply, prepared);
  });
}
