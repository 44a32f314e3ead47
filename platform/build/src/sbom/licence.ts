import * as v from 'valibot';

/** What a package.json says of its licence: an SPDX expression; packages of before 2015 have an object. */
export const licenceSchema = v.optional(
  v.union([
    v.string(),
    v.pipe(
      v.object({ type: v.string() }),
      v.transform(({ type }) => type),
    ),
  ]),
  'see its files',
);
