import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const root = join(import.meta.dirname, '../..');
const packageSchema = v.object({ version: v.string() });

let known: string | undefined;

/** What this program calls itself: `Tallystick 0.1.0 (586dc63)`; without git, without a commit. */
export function programVersion(): string {
  known ??= `Tallystick ${packageVersion()}${commit()}`;
  return known;
}

function packageVersion(): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return v.parse(packageSchema, JSON.parse(text)).version;
}

function commit(): string {
  try {
    const described = execFileSync('git', ['describe', '--tags', '--always'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return ` (${described.trim()})`;
  } catch {
    return '';
  }
}
