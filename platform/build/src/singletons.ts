import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageOf } from '@tallystick/contract/package-of';
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
  /** The file that the app gets for it; null: it is not installed as a file. */
  file: string | null;
  /** Whether it is a module of the site's own package, of which builds record what they use. */
  isOwn: boolean;
}

/** What of React holds state, or reads that of `react`. An older React lacks those that are optional here. */
const ofEverySite = [
  { request: 'react' },
  { request: 'react/jsx-runtime' },
  { request: 'react/compiler-runtime', optional: true },
  { request: 'react-dom' },
  { request: 'react-dom/client', optional: true },
] as const;

const packageSchema = v.object({ version: v.string() });

/** Version of a package that is installed for the app in `folder`. */
export function installedVersion(folder: string, name: string): string {
  const requireFromApp = createRequire(join(folder, 'package.json'));
  return v.parse(packageSchema, requireFromApp(`${name}/package.json`)).version;
}

/** The file of a module in the package that is installed for the app; null: that package has no such module. */
function installedFile(folder: string, request: string): string | null {
  const { resolve } = createRequire(join(folder, 'package.json'));
  try {
    const file = resolve(request);
    // A file elsewhere is that of another copy, which somebody else has installed.
    return file.startsWith(join(resolve(`${packageOf(request)}/package.json`), '..')) ? file : null;
  } catch {
    return null;
  }
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
    const version = installedVersion(folder, packageOf(request));
    const file = installedFile(folder, request);
    found.set(request, { request, version, file, isOwn: false });
  };
  for (const { request, ...given } of ofEverySite) {
    if (!('optional' in given) || installedFile(folder, request) !== null) add(request);
  }
  for (const { name, version, singletons } of sitePackages(folder)) {
    for (const request of singletons) {
      const file = installedFile(folder, request);
      if (!request.startsWith(`${name}/`)) add(request);
      else found.set(request, { request, version, file, isOwn: true });
    }
  }
  return [...found.values()];
}
