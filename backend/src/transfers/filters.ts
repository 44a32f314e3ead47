import type { ExportList } from '@tallystick/shared/contracts/export';
import {
  type ListFilters,
  listFiltersSchema,
  realDay,
} from '@tallystick/shared/contracts/list-filters';
import * as v from 'valibot';
import { allOptional, id, text } from '../service/fields.ts';
import { isOfParty } from './selection.ts';

const { form, stat } = listFiltersSchema.entries;
const message = 'is not a day, such as 2026-01-31';
const day = v.pipe(v.string(), v.isoDate(message), { ...realDay, message });

const filters = {
  form,
  stat: v.pipe(stat, v.description('One of these statuses.')),
  from: v.optional(v.pipe(day, v.description('Created on this day (UTC) or later.'))),
  to: v.optional(v.pipe(day, v.description('Created on this day (UTC) or before.'))),
  credit: v.optional(v.pipe(id, v.description('Id of the credit party, under any of its kinds.'))),
  debit: v.optional(v.pipe(id, v.description('Id of the debit party.'))),
};

/** What a list can be narrowed to; all that are given must hold. */
export const filtersSchema = allOptional(filters);

/** The filters together with a text to look for. */
export const searchFiltersSchema = allOptional({
  ...filters,
  search: v.optional(
    v.pipe(
      text(200),
      v.description(
        'Only transfers with this in their ids or their parties’ ids and names; ' +
          'fewer than three characters match only at the beginning of a word, and a complete ' +
          'transfer id of eight or more characters finds only that transfer.',
      ),
    ),
  ),
});

/** What is wrong with a list and filters that are each right; null: nothing. */
export function listProblem(
  list: ExportList,
  user: string | undefined,
  { from, to }: ListFilters,
): string | null {
  if (isOfParty(list) && user === undefined) {
    return 'data must have user for the list of a party.';
  }
  return from !== undefined && to !== undefined && from > to
    ? 'data.filters.from is after data.filters.to.'
    : null;
}
