import type { CountMiss } from '@tallystick/guard/limits';
import { appNameSchema, buildIdSchema } from '@tallystick/shared/contracts/release';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { type Prepared, prepareQuickly, sendPrepared } from '../http/prepared.ts';
import { once } from '../memory/once.ts';
import { nothingAllowed } from '../page/policy.ts';
import type { Previews } from '../preview/previews.ts';
import type { BuildRecord, Records } from '../release/records.ts';
import type { ArtifactBodies } from './artifact-bodies.ts';
import { isDocument } from './content-type.ts';

const forEver = 'public, max-age=31536000, immutable';
/** Of a build for previews: no cache between here and the browser may give it to others. */
const forOne = 'private, no-cache';

const parametersSchema = v.object({
  app: appNameSchema,
  build: buildIdSchema,
  '*': v.string(),
});

const attestationSchema = v.object({
  app: appNameSchema,
  file: v.pipe(
    v.string(),
    v.endsWith('.json'),
    v.transform((file) => file.slice(0, -'.json'.length)),
    buildIdSchema,
  ),
});
const json = 'application/json; charset=utf-8';
/** How many prepared attestations are kept in memory. */
const maxAttestations = 500;

export interface ArtifactsOptions {
  records: Records;
  bodies: ArtifactBodies;
  previews: Pick<Previews, 'shows'>;
  /** Files of known builds are free; what is not there, or has to be asked for, counts. */
  countMiss: CountMiss;
}

/**
 * The files and attestations of published builds, which never change. A draft, or what never was, is missing;
 * and so is a build that was published for previews alone, but for a browser that is in one of it.
 */
export function artifacts(
  server: FastifyInstance,
  { records, bodies, previews, countMiss }: ArtifactsOptions,
): void {
  const miss = async (request: FastifyRequest, reply: FastifyReply) =>
    (await countMiss(request, reply)) ? reply : reply.callNotFound();
  /** Null: there is none, or the client asks for too many; the reply is sent. */
  const recordOf = async (
    app: string,
    build: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<BuildRecord | null> => {
    const known = records.known(app, build);
    if (known === undefined && (await countMiss(request, reply))) return null;
    const record = known ?? (await records.read(app, build));
    if (record === null || (record.previewOnly && !(await previews.shows(request, app, build)))) {
      reply.callNotFound();
      return null;
    }
    return record;
  };
  const attestations = new LRUCache<string, Promise<Prepared>>({ max: maxAttestations });
  server.get('/artifacts/*', miss);
  // The attestation of a build lies beside its folder, so that no file of the build has its path.
  server.get('/artifacts/:app/:file', async (request, reply) => {
    const parameters = v.safeParse(attestationSchema, request.params);
    if (!parameters.success) return miss(request, reply);
    const { app, file: build } = parameters.output;
    const found = await recordOf(app, build, request, reply);
    if (found === null) return reply;
    const prepared = await once(attestations, `${app}@${build}`, () =>
      prepareQuickly(json, attestationJson(found)),
    );
    return sendPrepared(request, reply.header('cache-control', lifeOf(found)), prepared);
  });
  server.get('/artifacts/:app/:build/*', async (request, reply) => {
    const parameters = v.safeParse(parametersSchema, request.params);
    if (!parameters.success) return miss(request, reply);
    const { app, build, '*': path } = parameters.output;
    const record = await recordOf(app, build, request, reply);
    if (record === null) return reply;
    const prepared = await bodies.read(record, path);
    if (prepared === null) return miss(request, reply);
    if ('service-worker' in request.headers) {
      // It would outlive the build.
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store');
      return reply.send('throw new Error("A build brings no service worker.");');
    }
    reply.header('cache-control', lifeOf(record));
    if (isDocument(prepared.type)) reply.header('content-security-policy', nothingAllowed);
    return sendPrepared(request, reply, prepared);
  });
}

const lifeOf = ({ previewOnly }: BuildRecord) => (previewOnly ? forOne : forEver);

/** The attestation of a build as it is sent. */
export function attestationJson({ signed }: Pick<BuildRecord, 'signed'>): Buffer {
  return Buffer.from(JSON.stringify(signed));
}
