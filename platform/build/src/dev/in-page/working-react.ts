import { type Component, isComponent } from './component.ts';
import type { PageJsx, PageReact } from './page-react.ts';
import type { Places } from './places.ts';
import { telling } from './thrown-errors.ts';

/** Hooks that compare what they depend on, each with the place of that among its parameters. */
const comparing = {
  useCallback: 1,
  useEffect: 1,
  useImperativeHandle: 2,
  useInsertionEffect: 1,
  useLayoutEffect: 1,
  useMemo: 1,
};

/**
 * What the working copy gets in place of the page's `react` and its JSX runtimes. It is the same
 * React, but each component is drawn through its place.
 *
 * @param isOfPage of the page itself: never edited, and drawn as it is
 */
export function workingReact(
  react: PageReact,
  jsx: PageJsx,
  places: Places,
  isOfPage: (type: Component) => boolean,
) {
  const placed = (type: unknown) =>
    isComponent(type) && !isOfPage(type) ? places.stable(type) : type;
  const hooks = Object.entries(comparing).map(([name, at]) => {
    const hook: unknown = Reflect.get(react, name);
    return [name, typeof hook === 'function' ? byVersion(name, hook, at, places) : hook];
  });
  const working = {
    ...react,
    ...Object.fromEntries(hooks),
    createElement: (type: unknown, props: object | null, ...children: unknown[]) =>
      react.createElement(placed(type), props, ...children),
    lazy: (load: () => Promise<{ default: unknown }>) =>
      react.lazy(async () => ({ default: placed((await load()).default) })),
  };
  return {
    placed,
    modules: {
      react: { ...working, default: working },
      'react/jsx-runtime': {
        ...jsx,
        jsx: (type: unknown, props: object, key?: unknown) => jsx.jsx(placed(type), props, key),
        jsxs: (type: unknown, props: object, key?: unknown) => jsx.jsxs(placed(type), props, key),
      },
      'react/jsx-dev-runtime': {
        Fragment: jsx.Fragment,
        jsxDEV: (type: unknown, props: object, key: unknown, isStatic: boolean) =>
          (isStatic ? jsx.jsxs : jsx.jsx)(placed(type), props, key),
      },
    },
  };
}

/** What these hooks throw is held by the page's boundaries, so that nobody else hears of it. */
const effects = ['useEffect', 'useInsertionEffect', 'useLayoutEffect'];

/** A hook that runs again in a new version of its component, whatever it depends on. */
function byVersion(name: string, hook: object, at: number, { version, tell }: Places) {
  return (...given: unknown[]): unknown => {
    const parameters = effects.includes(name) ? given.with(0, telling(given[0], tell)) : given;
    const compared = parameters[at];
    const all = Array.isArray(compared)
      ? parameters.with(at, [...compared, version()])
      : parameters;
    return typeof hook === 'function' ? Reflect.apply(hook, undefined, all) : undefined;
  };
}
