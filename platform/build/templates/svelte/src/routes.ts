import type { PageProps } from '@tallystick/release/mountable';
import { mountSvelte } from './mount-svelte.svelte.ts';
import ThingList from './ThingList.svelte';
import ThingPage from './ThingPage.svelte';
import { loadThing, loadThings } from './things.ts';

/** The pages, by the paths that remote.json declares. */
export const routes = {
  '/placeholder': {
    ...mountSvelte(ThingList, ({ data, navigate }: PageProps) => ({ things: data, navigate })),
    loader: loadThings,
  },
  '/placeholder/:id': {
    ...mountSvelte(ThingPage, ({ data }: PageProps) => ({ thing: data })),
    loader: loadThing,
  },
};
