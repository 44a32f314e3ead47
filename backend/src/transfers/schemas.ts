import { Type } from 'typebox';
import { id, text } from '../service/text.ts';

const feat = Type.Object({
  form: Type.Enum(['asset', 'data']),
  sort: Type.String(),
});
const milliseconds = Type.Integer({ minimum: 0, description: 'Milliseconds since 1970.' });
const status = Type.Integer({ minimum: 0, maximum: 9 });
const trxn = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'Transaction id shown to people; some transfers have none.',
});

const transferRow = Type.Object({
  item: Type.String({ description: 'Id of the transfer.' }),
  trxn,
  stat: status,
  feat,
  crts: milliseconds,
  cred: Type.String({ description: 'Id of the credit party.' }),
  debt: Type.String({ description: 'Id of the debit party.' }),
});

/** One page of a list. */
export const transferListSchema = Type.Object({
  list: Type.Array(transferRow, { description: 'Newest first: by crts, then item, descending.' }),
  count: Type.Integer({ description: 'Transfers in the whole list.' }),
  sequence: Type.Integer({ description: 'Number of the last live event that the page contains.' }),
});

const side = (kinds: ('user' | 'creator' | 'consumer' | 'checker')[]) =>
  Type.Object({
    name: Type.String(),
    item: Type.String({ description: 'Id of the party.' }),
    kind: Type.Enum(kinds),
  });

/** One transfer and its parties. */
export const transferDetailSchema = Type.Object({
  item: Type.String(),
  trxn,
  status,
  created: milliseconds,
  feat,
  credit: side(['creator', 'consumer', 'checker']),
  debit: side(['user']),
  sequence: Type.Integer({ description: 'Number of the last live event that this contains.' }),
});

/** The variables of a transfer. */
export const transferDataSchema = Type.Object({
  vars: Type.Array(
    Type.Object({
      name: Type.String(),
      memo: Type.String(),
      data: Type.Unsafe<string | number | boolean | null>({
        type: ['string', 'number', 'boolean', 'null'],
      }),
    }),
    { description: 'Empty unless the status is 6.' },
  ),
});

const page = {
  index: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Page, from 1; one past the end is empty.',
  }),
  items: Type.Integer({ minimum: 1, maximum: 100, description: 'Page size.' }),
  filters: Type.Optional(
    Type.Object({
      search: Type.Optional(
        text(200, {
          description:
            'Only transfers with this in their ids or their parties’ ids and names; ' +
            'fewer than three characters are looked for where a word begins.',
        }),
      ),
    }),
  ),
};

/** Body of the lists of everything. */
export const listBodySchema = Type.Object({ data: Type.Object(page) });

/** Body of the lists of one party. */
export const partyListBodySchema = Type.Object({
  data: Type.Object({ user: id('Id of the party.'), ...page }),
});

/** Body of the calls about one transfer. */
export const transferBodySchema = Type.Object({
  data: Type.Object({ item: id('Item of the transfer, or else its trxn.') }),
});
