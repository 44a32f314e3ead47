import type { Mountable } from '@tallystick/release/mountable';
import { type Component, flushSync, mount, hydrate as mountOver, unmount } from 'svelte';

/** A component of Svelte as a page or a widget of the site. `toProps` makes its props of those that the site gives. */
export function mountSvelte<Given extends object>(
  component: Component<Record<string, unknown>>,
  toProps: (given: Given) => Record<string, unknown>,
): Mountable<Given> {
  return {
    mount(target, given, { hydrate }) {
      const props = $state(toProps(given));
      const shown = (hydrate ? mountOver : mount)(component, { target, props });
      // What is thrown as it is drawn is thrown here, so that the site hears of it.
      flushSync();
      return {
        update(next) {
          Object.assign(props, toProps(next));
          flushSync();
        },
        unmount: () => unmount(shown),
      };
    },
    // In the site server's build alone.
    ...(import.meta.env.SSR && {
      async render(given: Given) {
        const server = await import('svelte/server');
        return server.render(component, { props: toProps(given) }).body;
      },
    }),
  };
}
