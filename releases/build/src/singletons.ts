import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';

/**
 * What holds state and must exist once in a page, however many apps use it: the shell provides
 * each of them, a remote only consumes it. What holds no state is compiled into each app.
 */
const singletons = [
  { request: 'react', owner: 'react' },
  { request: 'react/jsx-runtime', owner: 'react' },
  { request: 'react-dom', owner: 'react-dom' },
  { request: 'jotai', owner: 'jotai' },
  { request: '@tallystick/shared/api', owner: '@tallystick/shared' },
  { request: '@tallystick/shared/composition', owner: '@tallystick/shared' },
  { request: '@tallystick/shared/realtime', owner: '@tallystick/shared' },
  { request: '@tallystick/shared/router', owner: '@tallystick/shared' },
  { request: '@tallystick/shared/session', owner: '@tallystick/shared' },
  { request: '@tallystick/shared/site', owner: '@tallystick/shared' },
] as const;

/** What apps import of them. */
export const singletonRequests: readonly string[] = singletons.map(({ request }) => request);

/** Whether it is a module of `@tallystick/shared`, of which builds record what they use. */
export function isOwnSingleton(request: string): boolean {
  return singletons.some((one) => one.request === request && one.owner === '@tallystick/shared');
}

export interface Singleton {
  /** What an app imports. */
  request: string;
  /** Version of the package that holds it, as installed for the app. */
  version: string;
}

const packageSchema = v.object({ version: v.string() });

/** Version of a package that is installed for the app in `folder`. */
export function installedVersion(folder: string, name: string): string {
  const requireFromApp = createRequire(join(folder, 'package.json'));
  return v.parse(packageSchema, requireFromApp(`${name}/package.json`)).version;
}

/** The singletons, with the versions installed for the app in `folder`. */
export function installedSingletons(folder: string): Singleton[] {
  return singletons.map(({ request, owner }) => ({
    request,
    version: installedVersion(folder, owner),
  }));
}
