import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';

/**
 * What holds state and must exist once in a page, however many apps use it, as apps import it: the shell provides
 * each of them, a remote only consumes it. What holds no state is compiled into each app.
 */
export const singletonRequests: readonly string[] = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'jotai',
  '@tallystick/shared/api',
  '@tallystick/shared/composition',
  '@tallystick/shared/realtime',
  '@tallystick/shared/router',
  '@tallystick/shared/session',
  '@tallystick/shared/site',
];

/** Whether a singleton is a module of `@tallystick/shared`, of which builds record what they use. */
export function isOwnSingleton(request: string): boolean {
  return request.startsWith('@tallystick/shared/');
}

const packageSchema = v.object({ version: v.string() });

/** Version of a package that is installed for the app in `folder`. */
export function installedVersion(folder: string, name: string): string {
  const requireFromApp = createRequire(join(folder, 'package.json'));
  return v.parse(packageSchema, requireFromApp(`${name}/package.json`)).version;
}

/** The singletons, with the versions installed for the app in `folder`. */
export function installedSingletons(folder: string): { request: string; version: string }[] {
  return singletonRequests.map((request) => {
    const [owner = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(request) ?? [];
    return { request, version: installedVersion(folder, owner) };
  });
}
