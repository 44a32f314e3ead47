import { currentWork } from '@tallystick/store/caller';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { whole } from './fields.ts';
import { jsonSchema } from './json-schema.ts';

const field = v.pipe(
  whole(0),
  v.description(
    'The newest live event that the asker was shown: the answer contains it. Absent: it may be some seconds old, ' +
      'where the ledger is read from a replica.',
  ),
);
const said = v.object({ seen: v.optional(field) });
const { properties } = jsonSchema(said);
const bodySchema = v.object({ properties: v.record(v.string(), v.unknown()) });

/** Every call may say beside `data` what its asker has `seen`, so that a replica that lacks it is not read. */
export function takeSeen(calls: FastifyInstance): void {
  calls.addHook('onRoute', (route) => {
    const body = v.safeParse(bodySchema, route.schema?.body);
    if (!body.success) return;
    const { properties: own } = body.output;
    route.schema = {
      ...route.schema,
      body: { ...Object(route.schema?.body), properties: { ...own, ...properties } },
    };
  });
  calls.addHook('preHandler', (request, _reply, done) => {
    const { caller } = currentWork();
    const body = v.safeParse(said, request.body);
    if (caller && body.success && body.output.seen !== undefined) caller.seen = body.output.seen;
    done();
  });
}
