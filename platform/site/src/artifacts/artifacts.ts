import type { CountMiss } from '@tallystick/guard/limits';
import { buildKeySchema } from '@tallystick/registry/contract/build-key';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { madeBodies, type Prepared, prepareQuickly, sendPrepared } from '../http/prepared.ts';
import { once } from '../memory/once.ts';
import { nothingAllowed } from '../page/policy.ts';
import type { Previews } from '../preview/previews.ts';
import type { BuildRecord, Records } from '../release/records.ts';
import type { ArtifactBodies } from './artifact-bodies.ts';
import { fileOf } from './artifact-file.ts';
import { isDocument } from './content-type.ts';
import { availableDictionary } from './dcz.ts';
import type { Dictionaries } from './dictionaries.ts';
import { dictionaryMatch, worthDictionary } from './dictionary-match.ts';

const forEver = 'public, max-age=31536000, immutable';
/** For files of a build for previews: no shared cache may give them to others. */
const forOne = 'private, no-cache';

const fileSchema = v.object({ ...buildKeySchema.entries, '*': v.string() });
const json = 'application/json; charset=utf-8';
/** How many prepared attestations are kept in memory. */
const maxAttestations = 500;

export interface ArtifactsOptions {
  records: Records;
  bodies: ArtifactBodies;
  dictionaries: Pick<Dictionaries, 'read'>;
  previews: Pick<Previews, 'shows'>;
  /** Counts requests for what does not exist, or has to be read from the registry. Files of known builds are free. */
  countMiss: CountMiss;
}

/**
 * The files and attestations of published builds, which never change. Answers 404 for a draft and for what does not
 * exist. A build that was published for previews alone is there only for a browser in a preview of it.
 */
export function artifacts(
  server: FastifyInstance,
  { records, bodies, dictionaries, previews, countMiss }: ArtifactsOptions,
): void {
  const miss = async (request: FastifyRequest, reply: FastifyReply) =>
    countMiss(request, reply) ? reply : reply.callNotFound();
  /** Null: there is none, or the client asks for too many; the reply is sent. */
  const recordOf = async (
    app: string,
    build: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<BuildRecord | null> => {
    const known = records.known(app, build);
    if (known === undefined && countMiss(request, reply)) return null;
    const record = known ?? (await records.readForClient(app, build));
    if (record === null || (record.previewOnly && !(await previews.shows(request, app, build)))) {
      reply.callNotFound();
      return null;
    }
    return record;
  };
  const attestations = new LRUCache<string, Promise<Prepared>>({ max: maxAttestations });
  server.get('/artifacts/*', miss);
  // The attestation of a build is beside its folder, so that no file of the build can have its path.
  server.get('/artifacts/:app/:build.json', async (request, reply) => {
    const parameters = v.safeParse(buildKeySchema, request.params);
    if (!parameters.success) return miss(request, reply);
    const { app, build } = parameters.output;
    const found = await recordOf(app, build, request, reply);
    if (found === null) return reply;
    const prepared = await once(attestations, `${app}@${build}`, async () =>
      prepareQuickly(json, attestationJson(found)),
    );
    return sendPrepared(request, reply.header('cache-control', lifeOf(found)), prepared);
  });
  server.get('/artifacts/:app/:build/*', async (request, reply) => {
    const parameters = v.safeParse(fileSchema, request.params);
    if (!parameters.success) return miss(request, reply);
    const { app, build, '*': path } = parameters.output;
    const record = await recordOf(app, build, request, reply);
    if (record === null) return reply;
    const prepared = await bodies.read(record, path);
    if (prepared === null) return miss(request, reply);
    if ('service-worker' in request.headers) {
      // A service worker would outlive the build.
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store');
      return reply.send('throw new Error("A build brings no service worker.");');
    }
    reply.header('cache-control', lifeOf(record));
    if (isDocument(prepared.type)) reply.header('content-security-policy', nothingAllowed);
    const match = matchOf(record, path, prepared);
    if (match === null) return sendPrepared(request, reply, prepared);
    reply.header('use-as-dictionary', `match="${match}"`);
    const hash = availableDictionary(request.headers['available-dictionary']);
    const file = fileOf(record, path);
    const dcz = hash && file && (await dictionaries.read(file, hash));
    // The shorter body may exist in a moment: a shared cache must not keep the longer one for ever.
    if (hash && !dcz) reply.header('cache-control', `${forEver}, s-maxage=60`);
    return sendPrepared(
      request,
      reply,
      dcz ? withDcz(prepared, dcz, `${file.integrity}-dcz-${hash}`) : prepared,
      ['available-dictionary'],
    );
  });
}

/**
 * For which addresses the file is a dictionary; null: for none. Without `match-dest`, because the offline cache fetches
 * the same files as pages, but neither as scripts nor as style sheets.
 */
function matchOf({ artifact, previewOnly }: BuildRecord, path: string, { plain }: Prepared) {
  if (previewOnly || plain.byteLength < worthDictionary) return null;
  return dictionaryMatch({ app: artifact.app, path });
}

/** Adds the body that is compressed with a dictionary, if it is the shortest. */
function withDcz(prepared: Prepared, body: Uint8Array, tag: string): Prepared {
  const shortest = Math.min(...madeBodies(prepared).map((other) => other.byteLength));
  if (body.byteLength >= shortest) return prepared;
  return { ...prepared, coded: new Map([...prepared.coded, ['dcz', { body, etag: `"${tag}"` }]]) };
}

const lifeOf = ({ previewOnly }: BuildRecord) => (previewOnly ? forOne : forEver);

/** The attestation of a build as it is sent. */
export function attestationJson({ signed }: Pick<BuildRecord, 'signed'>): Buffer {
  return Buffer.from(JSON.stringify(signed));
}
