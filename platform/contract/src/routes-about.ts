import { segmentOf } from './path-segments.ts';
import type { DeclaredRoute, RemoteDeclaration } from './remote.ts';

/** For each subject the release's first route about it, to which links lead. */
export function routesAbout(
  remotes: readonly { readonly declaration: Pick<RemoteDeclaration, 'routes'> }[],
): ReadonlyMap<string, DeclaredRoute> {
  const routes = new Map<string, DeclaredRoute>();
  for (const route of remotes.flatMap(({ declaration }) => declaration.routes)) {
    if (route.about !== undefined && !routes.has(route.about)) routes.set(route.about, route);
  }
  return routes;
}

/** The path of a route, with this value in the place of its first parameter. */
export function pathTo({ path }: Pick<DeclaredRoute, 'path'>, id = ''): string {
  return path.replace(/:[^/]+/, () => segmentOf(id));
}
