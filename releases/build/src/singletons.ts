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
  { request: '@tallystick/shared/realtime', owner: '@tallystick/shared' },
  { request: '@tallystick/shared/router', owner: '@tallystick/shared' },
  { request: '@tallystick/shared/session', owner: '@tallystick/shared' },
  { request: '@tallystick/shared/site', owner: '@tallystick/shared' },
] as const;

interface SharedSingleton {
  singleton: true;
  strictVersion: true;
  requiredVersion: string;
  version: string;
  eager?: true;
  import?: false;
}

const packageSchema = v.object({ version: v.string() });

/**
 * The federation's `shared` setting of an app in `folder`, with the versions installed there.
 * `strictVersion` makes a mismatch an error that the page can act on, not a warning.
 */
export function sharedSingletons(
  folder: string,
  kind: 'shell' | 'remote',
): Record<string, SharedSingleton> {
  const requireFromApp = createRequire(join(folder, 'package.json'));
  return Object.fromEntries(
    singletons.map(({ request, owner }) => {
      const { version } = v.parse(packageSchema, requireFromApp(`${owner}/package.json`));
      const base = {
        singleton: true,
        strictVersion: true,
        requiredVersion: `^${version}`,
        version,
      } as const;
      return [request, kind === 'shell' ? { ...base, eager: true } : { ...base, import: false }];
    }),
  );
}
