import type { Mountable } from '@tallystick/release/mountable';
import { type Component, createApp, createSSRApp, h, nextTick, shallowRef } from 'vue';

/** A component of Vue as a page or a widget of the site. `toProps` makes its props of those that the site gives. */
export function mountVue<Given extends object>(
  component: Component,
  toProps: (given: Given) => Record<string, unknown>,
): Mountable<Given> {
  return {
    mount(element, given, { hydrate }) {
      const props = shallowRef(toProps(given));
      const root = { render: () => h(component, props.value) };
      const app = hydrate ? createSSRApp(root) : createApp(root);
      // The site hears of what is thrown, and shows the build before in its place.
      app.config.throwUnhandledErrorInProduction = true;
      app.mount(element);
      return {
        update(next) {
          props.value = toProps(next);
          return nextTick();
        },
        unmount: () => app.unmount(),
      };
    },
    // In the site server's build alone.
    ...(import.meta.env.SSR && {
      async render(given: Given) {
        const { renderToString } = await import('vue/server-renderer');
        return await renderToString(createSSRApp(component, toProps(given)));
      },
    }),
  };
}
