import { type ServiceName, serviceNames } from '@tallystick/shared/contracts/calls';
import {
  type PartyDetail,
  type PartyKind,
  partyDetailSchema,
  partyKinds,
} from '@tallystick/shared/contracts/party';
import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { partyId } from '../service/fields.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';

const kinds: Record<ServiceName, PartyKind> = {
  issuer: 'creator',
  caller: 'consumer',
  verifier: 'checker',
};
const data = v.object({ user: partyId });
const response = answers(
  jsonSchema(partyDetailSchema, { kinds: 'All kinds under which this id is known.' }),
  404,
);
const missing = errorBody(404, 'There is no such party.');

/** The party with the id `$2` under the kind `$1`, and every kind under which the id is known. */
const statement = {
  name: 'party',
  text: `
    select name, array(
      select other.kind
      from unnest(array[${partyKinds.map((kind) => `'${kind}'`)}]) with ordinality as each (kind, position)
      join party other on other.kind = each.kind and other.id = $2
      order by position
    ) as kinds
    from party where kind = $1 and id = $2`,
};

/** The calls about parties. */
export const parties: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  const answer = async (reply: FastifyReply, kind: PartyKind, id: string) => {
    const [party] = await store.query<PartyDetail>(statement, [kind, id]);
    return party ? { data: party } : reply.code(404).send(missing);
  };
  app.post(
    '/users/details',
    {
      schema: {
        summary: 'A user',
        tags: ['parties'],
        body: v.object({ data }),
        response,
      },
    },
    ({ body }, reply) => answer(reply, 'user', body.data.user),
  );
  app.post(
    '/teams/details',
    {
      schema: {
        summary: 'A creator (issuer), a consumer (caller) or a checker (verifier)',
        tags: ['parties'],
        body: v.object({ data, srvc: v.picklist(serviceNames) }),
        response,
      },
    },
    ({ body }, reply) => answer(reply, kinds[body.srvc], body.data.user),
  );
};
