import type { BuildOrder } from '@tallystick/start/start/build-apps';
import type { ReleaseCommand } from '@tallystick/start/start/release-apps';
import { packageFolders } from '../../bootstrap/workspace.mjs';
import { root } from '../project.ts';

/** The apps of this workspace, and what their builds read beside their own folders. */
export const builds: BuildOrder = {
  root,
  packages: packageFolders(root).filter((folder) => folder !== ''),
  inputs: [
    ...['shared', 'platform/build', 'platform/contract', 'platform/shell-kit'].flatMap(sourcesOf),
    ...['platform/timing', 'platform/ui'].flatMap(sourcesOf),
    'pnpm-lock.yaml',
    'tsconfig.base.json',
  ],
  // What the console reads of the registry.
  unpublishedInputs: ['platform/registry/src/contract', 'platform/registry/parts'],
};

export const release: ReleaseCommand = ['platform/cli/src/main.ts'];

function sourcesOf(folder: string): string[] {
  return [`${folder}/package.json`, `${folder}/src`];
}
