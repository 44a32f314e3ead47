import type { ComponentType, ReactNode, Ref } from 'react';

/** What is used of the page's React. Its types are wide: whatever the working copy says goes through. */
export interface PageReact {
  createElement(type: unknown, props: object | null, ...children: unknown[]): ReactNode;
  forwardRef(render: (props: object, ref: Ref<unknown>) => ReactNode): unknown;
  lazy(load: () => Promise<{ default: unknown }>): unknown;
  memo(type: ComponentType, compare: unknown): unknown;
  useSyncExternalStore(subscribe: (listener: () => void) => () => void, get: () => number): number;
}

/** `react/jsx-runtime` of the page. */
export interface PageJsx {
  Fragment: unknown;
  jsx(type: unknown, props: object, key?: unknown): ReactNode;
  jsxs(type: unknown, props: object, key?: unknown): ReactNode;
}

const names = ['createElement', 'forwardRef', 'lazy', 'memo', 'useSyncExternalStore'];

export function isPageReact(module: unknown): module is PageReact {
  return hasFunctions(module, names);
}

export function isPageJsx(module: unknown): module is PageJsx {
  return hasFunctions(module, ['jsx', 'jsxs']);
}

export function hasFunctions(module: unknown, of: readonly string[]): boolean {
  if (typeof module !== 'object' || module === null) return false;
  return of.every((name) => typeof Reflect.get(module, name) === 'function');
}
