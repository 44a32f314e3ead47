import type { PageProps } from '@tallystick/release/mountable';
import { mountVue } from './mount-vue.ts';
import ThingList from './ThingList.vue';
import ThingPage from './ThingPage.vue';
import { loadThing, loadThings } from './things.ts';

/** The pages, by the paths that remote.json declares. */
export const routes = {
  '/placeholder': {
    ...mountVue(ThingList, ({ data, navigate }: PageProps) => ({ things: data, navigate })),
    loader: loadThings,
  },
  '/placeholder/:id': {
    ...mountVue(ThingPage, ({ data }: PageProps) => ({ thing: data })),
    loader: loadThing,
  },
};
