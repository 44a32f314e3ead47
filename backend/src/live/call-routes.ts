import { networkOf } from '@tallystick/guard/network';
import { asBatch } from '@tallystick/store/caller';
import { EJSON } from 'bson';
import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { type Parsed, parseCollectionArgument, type Refused, refused } from './collection.ts';
import type { Feed } from './feed.ts';
import { findLimit, parseQuery } from './query.ts';
import { bearerToken, refuse, refuseFull, refuseSession } from './refusal.ts';
import type { Sessions } from './sessions.ts';
import { countTransfers, findTransfers } from './transfer-documents.ts';
import { decodeStreamingCall, parseWatch } from './watch-request.ts';

export interface CallRoutesOptions {
  store: Pick<Store, 'query'>;
  sessions: Sessions;
  feed: Feed;
  /** Milliseconds since 1970. */
  now: () => number;
}

const name = v.pipe(v.string(), v.maxLength(100));
const callSchema = v.object({
  name,
  arguments: v.array(v.unknown()),
  service: v.optional(name),
});
type Call = v.InferOutput<typeof callSchema>;
const querystring = v.object({ baas_request: v.string() });

/** Seconds after which a session counts as known: a flood that begins now has none. */
const knownAfter = 120;
const serviceName = 'mongodb-atlas';
const tooMany = `More than ${findLimit} transfers match. Say a limit of at most ${findLimit}.`;

/** find, findOne and count of transfers, and the watch that never ends. */
export const callRoutes: RoutePlugin<CallRoutesOptions> = async (
  app,
  { store, sessions, feed, now },
) => {
  app.post('/app/:app/functions/call', { schema: { body: callSchema } }, async (request, reply) => {
    if (!(await sessions.find('access', bearerToken(request)))) return refuseSession(reply);
    const answer = await asBatch(() => answerCall(store, request.body));
    if (!answer.ok) return refuseCall(reply, answer);
    return reply.type('application/json').send(EJSON.stringify(answer.value, { relaxed: false }));
  });

  app.get(
    '/app/:app/functions/call',
    // A stream without a body would never end.
    { schema: { querystring }, exposeHeadRoute: false },
    async (request, reply) => {
      const session = await sessions.verify('access', bearerToken(request));
      if (!session) return refuseSession(reply);
      const asked = decodeStreamingCall(request.query.baas_request);
      const watch = v.is(callSchema, asked) ? parseStreaming(asked) : refused('No such request.');
      if (!watch.ok) return refuseCall(reply, watch);
      const isKnown = now() / 1000 - session.began >= knownAfter;
      const known = isKnown ? session.id : undefined;
      const visitor = { client: networkOf(request.ip), known };
      // Checked before the store is asked: streams that get no slot must not load it.
      if (!feed.hasRoom(visitor)) return refuseFull(reply);
      if (await sessions.hasEnded(session)) return refuseSession(reply);
      await feed.open(reply, watch.value, session.id, visitor);
      return reply;
    },
  );
};

const parseStreaming = (asked: Call) => refusalOf(asked, ['watch']) ?? parseWatch(asked.arguments);

/** The answer as a value that EJSON can write. */
async function answerCall(store: Pick<Store, 'query'>, asked: Call): Promise<Parsed<unknown>> {
  const refusal = refusalOf(asked, ['find', 'findOne', 'count']);
  if (refusal) return refusal;
  const argument = parseCollectionArgument(asked.arguments);
  if (!argument.ok) return argument;
  const query = parseQuery(argument.value);
  if (!query.ok) return query;

  if (asked.name === 'count') return { ok: true, value: await countTransfers(store, query.value) };
  if (asked.name === 'findOne') {
    const found = await findTransfers(store, { ...query.value, limit: 1 });
    return { ok: true, value: found?.[0] ?? null };
  }
  const found = await findTransfers(store, query.value);
  return found ? { ok: true, value: found } : refused(tooMany);
}

function refusalOf({ name, service }: Call, names: readonly string[]): Refused | undefined {
  if (service !== serviceName) {
    return refused(`The only service here is '${serviceName}'.`, 'ServiceNotFound');
  }
  if (names.includes(name)) return undefined;
  return refused(`'${name}' cannot be called here; use ${names.join(', ')}.`, 'FunctionNotFound');
}

function refuseCall(reply: FastifyReply, { code, error }: Refused) {
  return refuse(reply, code === 'BadRequest' ? 400 : 404, code, error);
}
