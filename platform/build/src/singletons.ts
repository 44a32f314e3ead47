import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sitePackages } from '@tallystick/contract/site-packages';
import * as v from 'valibot';

/**
 * What holds state and must exist once in a page, however many apps use it. The shell provides each
 * of them; a remote only consumes it. What holds no state is compiled into each app.
 */
export interface Singleton {
  /** The specifier by which apps import it. */
  request: string;
  /** The version of its package that is installed for the app. */
  version: string;
  /** Whether it is a module of the site's own package, of which builds record what they use. */
  isOwn: boolean;
}

const ofEverySite = ['react', 'react/jsx-runtime', 'react-dom'];

const packageSchema = v.object({ version: v.string() });

/** Version of a package that is installed for the app in `folder`. */
export function installedVersion(folder: string, name: string): string {
  const requireFromApp = createRequire(join(folder, 'package.json'));
  return v.parse(packageSchema, requireFromApp(`${name}/package.json`)).version;
}

/**
 * A package manager that installs two majors of React can give an app one of them with the other's
 * React DOM. Such a pair runs nowhere.
 *
 * @throws Error with one line
 */
function requireOneReact(folder: string): void {
  const [react, dom] = ['react', 'react-dom'].map((name) => installedVersion(folder, name));
  if (react === dom) return;
  throw new Error(
    `${folder} finds react ${react} and react-dom ${dom}: they must be of one version. "npm ls react" says what brings the other one.`,
  );
}

/**
 * React, and what the packages of the site that the app in `folder` depends on say.
 *
 * @throws Error with one line if they do not fit each other
 */
export function singletonsOf(folder: string): Singleton[] {
  requireOneReact(folder);
  const found = new Map<string, Singleton>();
  const add = (request: string) => {
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(request) ?? [];
    const version = installedVersion(folder, name);
    found.set(request, { request, version, isOwn: false });
  };
  for (const request of ofEverySite) add(request);
  for (const { name, version, singletons } of sitePackages(folder)) {
    for (const request of singletons) {
      if (request.startsWith(`${name}/`)) found.set(request, { request, version, isOwn: true });
      else add(request);
    }
  }
  return [...found.values()];
}
