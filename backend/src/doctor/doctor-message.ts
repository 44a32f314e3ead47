import { type Static, Type } from 'typebox';

/** Path of the route of a running service that takes one step of an examination. */
export const doctorPath = '/ledger/doctor';

/** Where an examination is: at a block of a table, a day (since 1970), or after a party of a kind. */
export const stageSchema = Type.Object(
  {
    part: Type.Enum(['blocks', 'days', 'spans', 'parties']),
    table: Type.String(),
    from: Type.Integer(),
    id: Type.String(),
  },
  { additionalProperties: false },
);
export type Stage = Static<typeof stageSchema>;

/** What one step of a part found. `next` is null at the end of the part. */
export interface PartStep {
  next: Pick<Stage, 'table' | 'from' | 'id'> | null;
  rows: number;
  findings: string[];
}

export const doctorAnswerSchema = Type.Object({
  data: Type.Object({
    /** Where to go on; null at the end. */
    next: Type.Union([stageSchema, Type.Null()]),
    /** Rows that were read. */
    rows: Type.Integer({ minimum: 0 }),
    /** How far it is in all, 0 to 1. */
    share: Type.Number(),
    /** What does not fit, a line each, with the ids of rows. */
    findings: Type.Array(Type.String()),
  }),
});
export type StepReport = Static<typeof doctorAnswerSchema>['data'];
