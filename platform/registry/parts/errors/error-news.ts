import type { BuildKey } from '../../src/contract/build-key.ts';
import type { ReportedError } from './contract/page-errors.ts';

/** What pages said of one error of a build since the last flush. */
export interface ErrorNews extends BuildKey {
  key: string;
  report: ReportedError;
  /** The network of the browser that reported it first. */
  network: string;
  reports: number;
  /** Networks of the browsers in which it was, by browser. */
  browsers: Map<string, string>;
}
