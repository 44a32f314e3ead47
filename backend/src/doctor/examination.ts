/** Where an examination is: at a block of a table, a day (since 1970), or after a segment or a party. */
export interface Stage {
  part: 'blocks' | 'days' | 'spans' | 'parts' | 'parties';
  table: string;
  from: number;
  id: string;
}

/** What one step of a part found. `next` is null at the end of the part. */
export interface PartStep {
  next: Pick<Stage, 'table' | 'from' | 'id'> | null;
  /** Rows that were read; absent: they were counted before. */
  rows?: number;
  findings: string[];
  /** How far its part is, 0 to 1; absent: not known. */
  done?: number;
  /** What fits, and has its troubles; absent: nothing. */
  notes?: string[];
}

export interface StepReport {
  /** Where to go on; null at the end. */
  next: Stage | null;
  /** Rows that were read. */
  rows: number;
  /** How far it is in all, 0 to 1. */
  share: number;
  /** What does not fit, a line each, with the ids of rows. */
  findings: string[];
  /** What is whole, and yet gives people trouble. */
  notes: string[];
}
