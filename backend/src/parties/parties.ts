import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ServiceName, serviceNames } from '@tallystick/shared/contracts/calls';
import { type PartyKind, partyKinds } from '@tallystick/shared/contracts/party';
import { Type } from 'typebox';
import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { id } from '../service/text.ts';
import type { Store } from '../store/store.ts';
import { findParty } from './find-party.ts';

const kinds: Record<ServiceName, PartyKind> = {
  issuer: 'creator',
  caller: 'consumer',
  verifier: 'checker',
};
const data = Type.Object({ user: id('Id of the party.') });
const response = answers(
  Type.Object({
    name: Type.String(),
    kinds: Type.Array(Type.Enum([...partyKinds]), {
      description: 'All kinds under which this id is known.',
    }),
  }),
  404,
);
const missing = errorBody(404, 'There is no such party.');

/** The calls about parties. */
export const parties: FastifyPluginAsyncTypebox<{ store: Pick<Store, 'query'> }> = async (
  app,
  { store },
) => {
  app.post(
    '/users/details',
    {
      schema: { summary: 'A user', tags: ['parties'], body: Type.Object({ data }), response },
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
        body: Type.Object({ data, srvc: Type.Enum([...serviceNames]) }),
        response,
      },
    },
    async ({ body }, reply) => {
      const party = await findParty(store, kinds[body.srvc], body.data.user);
      return party ? { data: party } : reply.code(404).send(missing);
    },
  );
};
