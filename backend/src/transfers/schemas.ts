import { creditKinds } from '@tallystick/shared/contracts/party';
import {
  transferDataSchema as data,
  transferDetailSchema as detail,
  transferListSchema as list,
  transferRowSchema as row,
} from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';
import { id, partyId, whole } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { searchFiltersSchema } from './filters.ts';

const trxn = 'Transaction id shown to people; some transfers have none.';
const milliseconds = 'Milliseconds since 1970.';

/** A row says how its parties are called. */
export const namedRowSchema = v.object({
  ...row.entries,
  credit: v.unwrap(row.entries.credit),
  debit: v.unwrap(row.entries.debit),
});
export const transferListSchema = jsonSchema(
  v.object({ ...list.entries, list: v.array(namedRowSchema) }),
  {
    list: 'Newest first: by crts, then item, descending.',
    'list[].item': 'Id of the transfer.',
    'list[].trxn': trxn,
    'list[].crts': milliseconds,
    'list[].cred': 'Id of the credit party.',
    'list[].debt': 'Id of the debit party.',
    'list[].credit.name': 'As the party is called now.',
    count: 'Transfers in the whole list, under its filters.',
    more:
      'True: a search looked no further, as what it reads is bounded. There are so many or more; those listed ' +
      'are right, and later pages than that of the last one found are empty. Narrower days look further back.',
    sequence: 'Number of the last live event that the page contains.',
  },
);

const details = v.object({
  ...detail.entries,
  sequence: v.unwrap(detail.entries.sequence),
  credit: v.object({ ...detail.entries.credit.entries, kind: v.picklist(creditKinds) }),
  debit: v.object({ ...detail.entries.debit.entries, kind: v.picklist(['user']) }),
});
/** One transfer and its parties. */
export type TransferDetails = v.InferOutput<typeof details>;
export const transferDetailSchema = jsonSchema(details, {
  trxn,
  created: milliseconds,
  'credit.item': 'Id of the party.',
  'debit.item': 'Id of the party.',
  sequence: 'Number of the last live event that this answer includes.',
});

export const transferDataSchema = jsonSchema(data, { vars: 'Empty unless the status is 6.' });

const countFrom1 = (limit: number, description: string) =>
  v.pipe(whole(1), v.maxValue(limit), v.description(description));

const page = {
  index: countFrom1(Number.MAX_SAFE_INTEGER, 'Page, from 1; one past the end is empty.'),
  items: countFrom1(100, 'Page size.'),
  filters: v.optional(searchFiltersSchema),
};

/** What the lists of everything take, and those of one party. */
export const listSchema = v.object(page);
export const partyListSchema = v.object({ user: partyId, ...page });

/** What the calls about one transfer have in common. */
export const aboutTransfer = {
  tags: ['transfers'],
  asks: v.object({
    item: v.pipe(id, v.description('Item of the transfer, or else its trxn, whatever its case.')),
  }),
  missing: 'There is no such transfer.',
};
