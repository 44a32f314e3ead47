import type { ExportList } from '@tallystick/shared/contracts/export';
import { answers } from '../service/answers.ts';
import { errorBody, isTimeout } from '../service/errors.ts';
import type { RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { listProblem } from './filters.ts';
import { listBodySchema, partyListBodySchema, transferListSchema } from './schemas.ts';
import { isOfParty } from './selection.ts';
import { listTransfers } from './transfer-list.ts';

type App = Parameters<RoutePlugin<object>>[0];

const response = answers(transferListSchema, 422);

/** Adds a call that lists transfers; the lists of one party take its id as `user`. */
export function listCall(
  app: App,
  store: Pick<Store, 'query'>,
  call: { path: string; list: ExportList; summary: string },
): void {
  const { path, list, summary } = call;
  app.post(
    path,
    {
      schema: {
        summary,
        tags: ['transfers'],
        body: isOfParty(list) ? partyListBodySchema : listBodySchema,
        response,
      },
    },
    async ({ body }, reply) => {
      const { index, items, filters, ...rest } = body.data;
      const party = 'user' in rest && typeof rest.user === 'string' ? rest.user : '';
      const { search = '', ...narrowed } = filters ?? {};
      const problem = listProblem(list, party, narrowed);
      if (problem) return reply.code(400).send(errorBody(400, problem));
      try {
        const query = { list, party, index, items, search, filters: narrowed };
        return { data: await listTransfers(store, query) };
      } catch (error) {
        if (search === '' || !isTimeout(error)) throw error;
        return reply.code(422).send(errorBody(422));
      }
    },
  );
}
