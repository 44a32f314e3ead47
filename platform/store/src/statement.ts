import type pg from 'pg';

/** A statement with `$1`, `$2`, …; with a name, which stands for one text, it is planned once. */
export interface Statement {
  name?: string;
  text: string;
}

/** Runs a statement that only reads; `Row` says the columns that it gives. */
export type Query = <Row extends pg.QueryResultRow>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<Row[]>;
