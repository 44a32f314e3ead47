import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { packageFolders } from '../../bootstrap/workspace.mjs';
import { inProject, root } from '../project.ts';
import type { Versions } from './kit-package.ts';

const packageSchema = v.object({ name: v.string(), version: v.string() });

/** The versions that the workspace's catalog and packages state. */
export function readVersions(): Versions {
  const workspace = readFileSync(inProject('pnpm-workspace.yaml'), 'utf8');
  const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(workspace)?.[1] ?? '';
  const entries = [...catalog.matchAll(/^ {2}'?([^':]+)'?: (\S+)$/gm)];
  const packages = packageFolders(root).map((folder) =>
    v.parse(packageSchema, JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8'))),
  );
  return {
    catalog: new Map(entries.map(([, name = '', version = '']) => [name, version])),
    workspace: new Map(packages.map(({ name, version }) => [name, version])),
  };
}
