import type { ReactElement } from 'react';
import type { DataRouter } from 'react-router-dom';
import { type LoadedPage, pageRoute } from '../routing/page.ts';

type RouterState = DataRouter['state'];

/**
 * The page's router for a `RouterProvider` in another root. It is the same router, but this root
 * sees only the states of one page, with `content` in place of the site's own routes. What comes
 * after that page is drawn by the page's root alone, which then ends this one.
 */
export function routerInRoot(router: DataRouter, page: string, content: ReactElement): DataRouter {
  const isHere = ({ loaderData }: RouterState) => {
    const loaded: LoadedPage | undefined = loaderData[pageRoute];
    return loaded?.key === page && loaded.content.type === 'remote';
  };
  const withContent = (state: RouterState): RouterState => ({
    ...state,
    matches: state.matches.map(({ route: { id, path = '' }, ...match }, at) => {
      const isInnermost = at === state.matches.length - 1;
      return { ...match, route: isInnermost ? { id, path, element: content } : { id, path } };
    }),
  });
  let state = withContent(router.state);
  const subscribe: DataRouter['subscribe'] = (listener) =>
    router.subscribe((next, change) => {
      if (!isHere(next)) return;
      // The frame restores where the page was scrolled to, for which its new content has to be there.
      const flushSync = change.flushSync || next.location !== state.location;
      state = withContent(next);
      listener(state, { ...change, flushSync });
    });
  return Object.create(router, {
    state: { get: () => state },
    subscribe: { value: subscribe },
    // If they were not empty, `RouterProvider` would take the site's routes from them.
    routes: { value: [] },
    manifest: { value: {} },
  });
}
