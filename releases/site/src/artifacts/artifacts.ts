import type { CountMiss } from '@tallystick/guard/limits';
import { appNameSchema, buildIdSchema } from '@tallystick/shared/contracts/release';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  /** Files of known builds are free; what is not there, or has to be asked for, counts. */
  countMiss: CountMiss;
}

/** The files of published builds, which never change. A draft, or what never was, is missing. */
export function artifacts(
  server: FastifyInstance,
  { records, bodies, countMiss }: ArtifactsOptions,
): void {
  const miss = async (request: FastifyRequest, reply: FastifyReply) =>
    (await countMiss(request, reply)) ? reply : reply.callNotFound();
  server.get('/artifacts/*', miss);
  server.get('/artifacts/:app/:build/*', async (request, reply) => {
    const parameters = v.safeParse(parametersSchema, request.params);
    if (!parameters.success) return miss(request, reply);
    const { app, build, '*': path } = parameters.output;
    const known = records.known(app, build);
    if (known === undefined && (await countMiss(request, reply))) return reply;
    const record = known ?? (await records.read(app, build));
    if (record === null) return reply.callNotFound();
    const prepared = await bodies.read(record, path);
    if (prepared === null) return miss(request, reply);
    reply.header('cache-control', forEver);
    if (isDocument(prepared.type)) reply.header('content-security-policy', nothingAllowed);
    return sendPrepared(request, reply, prepared);
  });
}
