import { showBreaches } from './breaches.ts';
import { showBuildErrors } from './build-errors.ts';
import { developmentServer, loadWorkingCopy, type WorkingContainer } from './load-working-copy.ts';
import { isPageJsx, isPageReact } from './page-react.ts';
import { placedExports } from './placed-exports.ts';
import { createPlaces } from './places.ts';
import { joinReactRefresh } from './refresh-hook.ts';
import { showThrownErrors, type TellThrown, telling } from './thrown-errors.ts';
import { workingReact } from './working-react.ts';

// What the page takes for the build of the remote: a container in front of the development server's.

type Shared = Record<string, unknown> & { lib?: () => unknown };
type ShareScope = Record<string, Record<string, Shared>>;

let copy: WorkingContainer | undefined;
let placed: (type: unknown) => unknown = (type) => type;
let begun = () => {};
let tell: TellThrown = () => {};

/** Gives the working copy the page's singletons, and a React by which its components can be replaced. */
export async function init(scope: ShareScope): Promise<void> {
  const [react, jsx] = ['react', 'react/jsx-runtime'].map((name) => moduleOf(scope, name));
  if (!isPageReact(react) || !isPageJsx(jsx)) throw new Error('This page shares no React.');
  const ofPage = new Set(
    Object.keys(scope).flatMap((name) => Object.values(moduleOf(scope, name) ?? {})),
  );
  tell = showThrownErrors(developmentServer());
  const places = createPlaces(react, tell);
  const working = workingReact(react, jsx, places, (type) => ofPage.has(type));
  placed = working.placed;
  begun = joinReactRefresh(places);
  showBuildErrors();
  showBreaches(developmentServer());
  copy = await loadWorkingCopy();
  const scopeOfCopy = { ...scope };
  for (const [name, module] of Object.entries(working.modules)) {
    scopeOfCopy[name] = Object.fromEntries(
      Object.entries(scope.react ?? {}).map(([version, shared]) => [
        version,
        { ...shared, loaded: true, get: async () => () => module, lib: () => module },
      ]),
    );
  }
  const options = { version: '', shareScopeKeys: 'default' };
  // Not enumerable, as the federation runtime has it.
  Object.defineProperty(options, 'shareScopeMap', { value: { default: scopeOfCopy } });
  await copy.init(scopeOfCopy, [], options);
}

/** What the working copy exposes, with a place for each component that the page is to draw. */
export async function get(name: string): Promise<() => unknown> {
  if (copy === undefined) throw new Error('The working copy has not begun.');
  const module = (await copy.get(name))();
  begun();
  const exports = placedExports(module, placed, (run) => telling(run, tell));
  return () => exports;
}

function moduleOf(scope: ShareScope, name: string): object | undefined {
  const [shared] = Object.values(scope[name] ?? {});
  const module = shared?.lib?.();
  return typeof module === 'object' && module !== null ? module : undefined;
}
