import type { LoadableBuild } from '@tallystick/shared/contracts/release';
import { filesThatStart } from './load-container.ts';
import { addressOf, linkTo } from './load-file.ts';
import { readManifest } from './manifest.ts';

/**
 * Has the browser fetch the files that start the pages of a build, each with its hash. Nothing of it runs, and what
 * does not come is asked for when it is needed.
 */
export function preloadBuild(remote: LoadableBuild): void {
  const { scripts, modules, styles } = filesThatStart({
    remote,
    manifest: readManifest(remote),
    expose: './routes',
  });
  for (const file of scripts) preload(remote, file, 'preload', 'script');
  for (const file of modules) preload(remote, file, 'modulepreload', 'script');
  for (const file of styles) preload(remote, file, 'preload', 'style');
}

function preload(remote: LoadableBuild, file: string, rel: string, as: string): void {
  const href = addressOf(remote, file);
  const present = [...document.querySelectorAll<HTMLLinkElement>('link')];
  if (present.some((link) => link.href === href)) return;
  const link = linkTo(remote, file, rel);
  link.as = as;
  link.fetchPriority = 'low';
  document.head.append(link);
}
