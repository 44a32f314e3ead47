import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { sitePackages } from '@tallystick/contract/site-packages';

/** Of the shell kit, which every site has. */
const usual = '@tallystick/shell-kit/composition';

/** The module by which the remote in `folder` shows widgets: of the first package of its site that has one. */
export function compositionModule(folder: string): string {
  if (!existsSync(join(folder, 'package.json'))) return usual;
  const [found = usual] = sitePackages(folder).flatMap(({ name, singletons }) => {
    const module = posix.join(name, 'composition');
    return singletons.includes(module) ? [module] : [];
  });
  return found;
}
