import { searchResultSchema } from '@tallystick/shared/contracts/search';
import * as v from 'valibot';
import { text } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import { namedRowSchema } from '../transfers/schemas.ts';
import { findAnything } from './find-anything.ts';

/** The call that says what a text may mean. */
export const search = ledgerCall({
  path: '/search',
  summary: 'What an id, or the beginning of an id or of a name, may mean',
  tags: ['transfers', 'parties'],
  asks: v.object({
    text: v.pipe(text(200), v.description('An id, or the beginning of an id or of a name.')),
  }),
  finds: jsonSchema(
    v.object({ ...searchResultSchema.entries, transfers: v.array(namedRowSchema) }),
    {
      exact: 'What has the text as its id: a transfer (whatever the case of its trxn) or a party.',
      parties: 'By their whole name, its beginning, or the beginning of one of its words.',
      transfers: 'By the beginning of their item or trxn.',
    },
  ),
  find: (store, { text }) => findAnything(store, text),
});
