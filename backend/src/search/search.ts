import { searchResultSchema } from '@tallystick/shared/contracts/search';
import * as v from 'valibot';
import { answers } from '../service/answers.ts';
import { text } from '../service/fields.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { namedRowSchema } from '../transfers/schemas.ts';
import { findAnything } from './find-anything.ts';

const body = jsonSchema(
  v.object({
    data: v.object({
      text: v.pipe(text(200), v.description('An id, or the beginning of an id or of a name.')),
    }),
  }),
);
const response = answers(
  jsonSchema(v.object({ ...searchResultSchema.entries, transfers: v.array(namedRowSchema) }), {
    exact: 'What has the text as its id: a transfer (whatever the case of its trxn) or a party.',
    parties: 'By their whole name, its beginning, or the beginning of one of its words.',
    transfers: 'By the beginning of their item or trxn.',
  }),
);

/** The call that says what a text may mean. */
export const search: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  app.post(
    '/search',
    {
      schema: {
        summary: 'What an id, or the beginning of an id or of a name, may mean',
        tags: ['transfers', 'parties'],
        body,
        response,
      },
    },
    async ({ body }) => ({ data: await findAnything(store, body.data.text) }),
  );
};
