import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { sitePackages } from '@tallystick/contract/site-packages';

/** The default is the module of the shell kit, which every site has. */
const defaultModule = '@tallystick/shell-kit/composition';

/**
 * The module through which the remote in `folder` shows widgets of other remotes. It belongs to the first of the
 * site's packages that has one.
 */
export function compositionModule(folder: string): string {
  if (!existsSync(join(folder, 'package.json'))) return defaultModule;
  const [found = defaultModule] = sitePackages(folder).flatMap(({ name, singletons }) => {
    const module = posix.join(name, 'composition');
    return singletons.includes(module) ? [module] : [];
  });
  return found;
}
