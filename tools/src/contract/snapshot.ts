import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '@tallystick/contract/file-hashes';
import * as v from 'valibot';
import { inProject } from '../project.ts';
import type { Comparison } from './compare.ts';
import type { Contract } from './emit.ts';

/** What `@tallystick/shared` promised its users, and under which version. */
export interface Snapshot {
  version: string;
  contract: Contract;
}

const folder = inProject('shared/contract');
const versionSchema = v.object({ version: v.string() });
const noteSchema = v.object({ version: v.string(), entries: v.array(v.string()) });

export function readSnapshot(): Snapshot {
  const paths = filesBelow(folder).filter((path) => path.endsWith('.d.ts'));
  const note = readFileSync(join(folder, 'contract.json'), 'utf8');
  const { version, entries } = v.parse(noteSchema, JSON.parse(note));
  const declarations = new Map(
    paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
  return { version, contract: { entries, declarations } };
}

export function writeSnapshot({ version, contract }: Snapshot): void {
  const { entries, declarations } = contract;
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of [
    ['contract.json', `${JSON.stringify({ version, entries }, null, 2)}\n`] as const,
    ...declarations,
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The version of `@tallystick/shared` as it is now. */
export function currentVersion(): string {
  const text = readFileSync(inProject('shared/package.json'), 'utf8');
  return v.parse(versionSchema, JSON.parse(text)).version;
}

/** Null if the version moved as far as the change asks; else the version that it needs. */
export function neededVersion(
  before: string,
  now: string,
  change: Comparison['change'],
): string | null {
  const [major = 0, minor = 0] = before.split('.').map(Number);
  const [nowMajor = 0, nowMinor = 0] = now.split('.').map(Number);
  if (change === 'none' || nowMajor > major) return null;
  if (change === 'broken') return `${major + 1}.0.0`;
  return nowMajor === major && nowMinor > minor ? null : `${major}.${minor + 1}.0`;
}
