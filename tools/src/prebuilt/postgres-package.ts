import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, refused } from '@tallystick/contract/result';
import { ownPlatform, packageScope } from '@tallystick/store/server-programs';
import { install } from '../../bootstrap/install.mjs';
import { packageFolders } from '../../bootstrap/workspace.mjs';
import { inProject, root } from '../project.ts';
import { findPackage } from './packages.ts';

/**
 * The folder of the package with PostgreSQL for a platform. That of this machine is installed. Another one is fetched by
 * pnpm, with the hash that the lockfile has of it, into a workspace that consists of our package.json alone.
 */
export async function findPostgres(platform: string): Promise<Result<string>> {
  const name = `${packageScope}/${platform}`;
  if (platform === ownPlatform)
    return { ok: true, value: findPackage(name, inProject('platform/store')) };
  const workspace = inProject('node_modules/.cache/platforms', platform);
  const manifests = packageFolders(root).map((folder) => join(folder, 'package.json'));
  for (const path of [...manifests, 'pnpm-workspace.yaml', 'pnpm-lock.yaml']) {
    cpSync(inProject(path), join(workspace, path));
  }
  const [os = '', cpu = ''] = platform.split('-');
  const log = inProject('test-results/logs', `${platform}.log`);
  const words = ['--filter', '@tallystick/store', '--prod', '--os', os, '--cpu', cpu];
  const problem = await install(workspace, log, { words });
  if (problem !== null) {
    return refused(problem ?? `${name} could not be fetched; see ${log}.`);
  }
  return { ok: true, value: findPackage(name, join(workspace, 'platform/store')) };
}
