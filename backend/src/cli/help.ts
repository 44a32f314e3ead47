import { readFileSync } from 'node:fs';

export type Verb = 'import' | 'simulate' | 'doctor';

/**
 * What `npm run ledger` says of itself, or of a verb. In files of text, which tools/run.mjs prints where
 * nothing is installed that could run this.
 */
export function helpOn(subject: 'ledger' | Verb): string {
  return readFileSync(new URL(`./help/${subject}.txt`, import.meta.url), 'utf8');
}
