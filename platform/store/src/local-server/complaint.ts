import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What everybody is told who comes before a server is ready, or as it ends. */
const passing = /the database system is (starting up|shutting down|not yet accepting)/;

/** Why the server in a folder did not start, in one line for a person; `before` is what was said before there was a log. */
export function complaintOf(folder: string, before: string): string {
  const log = join(folder, 'log');
  const text = before !== '' || !existsSync(log) ? before : readFileSync(log, 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => !passing.test(line));
  const bad = lines.findLast((line) => /\b(FATAL|PANIC|error|cannot|could not)\b/i.test(line));
  const line = (bad ?? lines.at(-1) ?? '').replace(/^.*?\b(?:FATAL|PANIC|error): +/, '');
  const more = before === '' ? ` (its log is ${log})` : '';
  return `The database server did not start: ${line || 'it said nothing'}${more}`;
}
