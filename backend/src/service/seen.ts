import { currentWork } from '@tallystick/store/caller';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { whole } from './fields.ts';
import { isValibot } from './json-schema.ts';

const field = v.pipe(
  whole(0),
  v.description(
    'The newest live event that the asker was shown: the answer contains it. Absent: it may be some seconds old, ' +
      'where the ledger is read from a replica.',
  ),
);
const said = v.object({ seen: v.optional(field) });
const bodySchema = v.object({
  entries: v.record(v.string(), v.custom<v.GenericSchema>(isValibot)),
});

/** Every call may say beside `data` what its asker has `seen`, so that a replica that lacks it is not read. */
export function takeSeen(calls: FastifyInstance): void {
  calls.addHook('onRoute', (route) => {
    const body = v.safeParse(bodySchema, route.schema?.body);
    if (!body.success) return;
    const { entries } = body.output;
    route.schema = { ...route.schema, body: v.object({ ...entries, ...said.entries }) };
  });
  calls.addHook('preHandler', (request, _reply, done) => {
    const { caller } = currentWork();
    const body = v.safeParse(said, request.body);
    if (caller && body.success && body.output.seen !== undefined) caller.seen = body.output.seen;
    done();
  });
}
