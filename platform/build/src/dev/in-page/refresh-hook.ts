import type { Places, Update } from './places.ts';

const renderer = 'tallystick-working-copy';
/** React Refresh updates roots; the places are one. */
const root = { current: { alternate: null } };

/**
 * Makes the places a renderer of the stock React Refresh runtime, whichever bundler brings it: it finds
 * renderers by the hook of React's developer tools. Called before its code runs.
 *
 * @returns to be called when it has run
 */
export function joinReactRefresh(places: Places): () => void {
  const hook = hookOfPage();
  hook.renderers.set(renderer, {
    setRefreshHandler: places.resolveBy,
    scheduleRefresh: (_root: unknown, update: Update) => places.update(update),
    scheduleRoot: () => {},
  });
  return () => hook.onCommitFiberRoot(renderer, root);
}

interface Hook {
  renderers: Map<unknown, unknown>;
  onCommitFiberRoot(renderer: string, root: object): void;
}

/** The hook that developer tools have put into the page, else one as they put it. */
function hookOfPage(): Hook {
  const name = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
  const known: unknown = Reflect.get(globalThis, name);
  if (isHook(known)) return known;
  let renderers = 0;
  const hook = {
    renderers: new Map<unknown, unknown>(),
    supportsFiber: true,
    inject: () => renderers++,
    onScheduleFiberRoot: () => {},
    onCommitFiberRoot: () => {},
    onCommitFiberUnmount: () => {},
  };
  Reflect.set(globalThis, name, hook);
  return hook;
}

function isHook(value: unknown): value is Hook {
  return typeof value === 'object' && value !== null && 'renderers' in value;
}
