import { Type } from 'typebox';
import { mostLines } from './pace.ts';

/** Path of the import route of a running service. */
export const importPath = '/ledger/import';

/** Lines of ledger input, the first of which has the number `firstLine`. */
export const importBodySchema = Type.Object(
  {
    firstLine: Type.Integer({ minimum: 1 }),
    lines: Type.Array(Type.String(), { maxItems: mostLines }),
  },
  { additionalProperties: false },
);

const countsSchema = Type.Object({
  inserted: Type.Integer({ minimum: 0 }),
  updated: Type.Integer({ minimum: 0 }),
  unchanged: Type.Integer({ minimum: 0 }),
});

/** What became of them. */
export const importAnswerSchema = Type.Object({
  data: Type.Object({
    parties: countsSchema,
    transfers: countsSchema,
    bad: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
  }),
});

/** Answer to a message that was refused. */
export const importErrorSchema = Type.Object({ code: Type.Integer(), error: Type.String() });
