import { type Neighbours, neighboursSchema } from '@tallystick/shared/contracts/neighbours';
import type { Statement } from '@tallystick/store/connections';
import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { transferBodySchema } from '../transfers/schemas.ts';
import { byId } from '../transfers/transfer-details.ts';

const missing = errorBody(404, 'There is no such transfer.');

/** The call for what stands beside a transfer in the lists of its parties. */
export const neighbours: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  app.post(
    '/transfers/neighbours',
    {
      schema: {
        summary: 'The transfers before and after one in the lists of its two parties',
        tags: ['transfers'],
        body: transferBodySchema,
        response: answers(jsonSchema(neighboursSchema), 404),
      },
    },
    async ({ body }, reply) => {
      const data = await findNeighbours(store, body.data.item);
      return data ? { data } : reply.code(404).send(missing);
    },
  );
};

/** One step from `t` in the list that `same` says, by its key, never by counting. */
const step = (same: string, direction: 'earlier' | 'later') => {
  const [than, order] = direction === 'earlier' ? ['<', 'desc'] : ['>', 'asc'];
  return `(
    select json_build_object('item', n.item, 'trxn', n.trxn, 'crts', n.crts)
    from transfer n where ${same} and (n.crts, n.item) ${than} (t.crts, t.item)
    order by n.crts ${order}, n.item ${order} limit 1
  )`;
};

const ofCredit = 'n.cred = t.cred and n.form = t.form';
const ofDebit = 'n.debt = t.debt';

const statement: Statement = {
  name: 'transfer neighbours',
  text: `
    select
      json_build_object(
        'earlier', ${step(ofCredit, 'earlier')}, 'later', ${step(ofCredit, 'later')}
      ) as credit,
      json_build_object(
        'earlier', ${step(ofDebit, 'earlier')}, 'later', ${step(ofDebit, 'later')}
      ) as debit
    from (${byId}) as t`,
};

/**
 * The transfers just before and after one, found as by `findTransfer`, in the lists of its two
 * parties: null where it is the oldest or the newest.
 */
export async function findNeighbours(
  store: Pick<Store, 'query'>,
  item: string,
): Promise<Neighbours | undefined> {
  const [row] = await store.query<Neighbours>(statement, [item]);
  return row;
}
