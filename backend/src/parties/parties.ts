import { type ServiceName, serviceNames } from '@tallystick/shared/contracts/calls';
import { type PartyKind, partyDetailSchema } from '@tallystick/shared/contracts/party';
import * as v from 'valibot';
import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { id } from '../service/fields.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { findParty } from './find-party.ts';

const kinds: Record<ServiceName, PartyKind> = {
  issuer: 'creator',
  caller: 'consumer',
  verifier: 'checker',
};
const data = v.object({ user: v.pipe(id, v.description('Id of the party.')) });
const response = answers(
  jsonSchema(partyDetailSchema, { kinds: 'All kinds under which this id is known.' }),
  404,
);
const missing = errorBody(404, 'There is no such party.');

/** The calls about parties. */
export const parties: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  app.post(
    '/users/details',
    {
      schema: {
        summary: 'A user',
        tags: ['parties'],
        body: jsonSchema(v.object({ data })),
        response,
      },
    },
    async ({ body }, reply) => {
      const party = await findParty(store, 'user', body.data.user);
      return party ? { data: party } : reply.code(404).send(missing);
    },
  );
  app.post(
    '/teams/details',
    {
      schema: {
        summary: 'A creator (issuer), a consumer (caller) or a checker (verifier)',
        tags: ['parties'],
        body: jsonSchema(v.object({ data, srvc: v.picklist(serviceNames) })),
        response,
      },
    },
    async ({ body }, reply) => {
      const party = await findParty(store, kinds[body.srvc], body.data.user);
      return party ? { data: party } : reply.code(404).send(missing);
    },
  );
};
