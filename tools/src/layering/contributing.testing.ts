import { readFileSync } from 'node:fs';
import { inProject } from '../project.ts';

/** The text below a heading of CONTRIBUTING.md, up to the next one; empty: there is no such heading. */
export function sectionOf(heading: string): string {
  const [, rest = ''] = readFileSync(inProject('CONTRIBUTING.md'), 'utf8').split(`## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}
