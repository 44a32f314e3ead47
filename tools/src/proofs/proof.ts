/** A claim that is shown by a run too long for `npm test`. */
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

/** Most proofs run once in three months. */
export const quarterly = { days: 90, minutes: 60 };
/** A proof of what changes with each feature runs once a month. */
export const monthly = { days: 30, minutes: 60 };

/** A test in Node, with these variables. */
export const vitest = (variables: string, path: string) =>
  `PROOFS=on ${variables} vitest run ${path}`;
/** A test in browsers. */
export const inBrowser = (variables: string, spec: string) =>
  `PROOFS=on ${variables} playwright test --config e2e/playwright.config.ts ${spec} --workers 1`;
