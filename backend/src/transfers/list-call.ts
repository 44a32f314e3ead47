import type { ExportList } from '@tallystick/shared/contracts/export';
import type { GenericSchema, InferOutput } from 'valibot';
import { ledgerCall } from '../service/ledger-call.ts';
import { listProblem } from './filters.ts';
import { listSchema, partyListSchema, transferListSchema } from './schemas.ts';
import { isOfParty } from './selection.ts';
import { listTransfers } from './transfer-list.ts';

type Asked = InferOutput<typeof listSchema> & { user?: string };

/** A call that lists transfers; the lists of one party take its id as `user`. */
export function listCall(call: { path: string; list: ExportList; summary: string }) {
  const { path, list, summary } = call;
  const asks: GenericSchema<unknown, Asked> = isOfParty(list) ? partyListSchema : listSchema;
  return ledgerCall({
    path,
    summary,
    tags: ['transfers'],
    asks,
    problem: ({ user, filters = {} }) => listProblem(list, user, filters),
    finds: transferListSchema,
    find: (store, { user = '', index, items, filters = {} }) => {
      const { search = '', ...narrowed } = filters;
      return listTransfers(store, { list, party: user, index, items, search, filters: narrowed });
    },
    searches: ({ filters: { search = '' } = {} }) => search !== '',
  });
}
