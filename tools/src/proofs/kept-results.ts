import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../project.ts';
import { proofs } from './proofs.ts';
import { type Overdue, overdue, type Results, readResults, textOf } from './results.ts';

/** Where results are kept, from the project's folder; it is committed. */
export const resultsFile = 'tools/proofs.json';

/** What earlier runs have left; nothing before the first. */
export function keptResults(): Results {
  const path = inProject(resultsFile);
  return existsSync(path) ? readResults(readFileSync(path, 'utf8')) : {};
}

export function keepResults(results: Results): void {
  writeFileSync(inProject(resultsFile), textOf(results));
}

/** The proofs that have to be run again as of now. */
export function overdueNow(): readonly Overdue[] {
  return overdue(proofs, keptResults(), Date.now());
}
