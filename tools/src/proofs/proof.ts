/** Something that is claimed, shown by a run too long for `npm test`. */
export interface Proof {
  name: string;
  /** What it shows: its cell of the table in CONTRIBUTING. */
  shows: string;
  /** A line of shell, run in the project's folder with its own tools. */
  command: string;
  /** Days after which it has to be run again. */
  days: number;
  /** Minutes after which it is ended, several times what a quiet machine of two processors needs. */
  minutes: number;
}

/** What most proofs have: run once in each three months. */
export const usual = { days: 90, minutes: 60 };
/** What changes with each feature is shown more often. */
export const often = { days: 30, minutes: 60 };
