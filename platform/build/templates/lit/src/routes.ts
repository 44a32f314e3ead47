import type { PageProps } from '@tallystick/release/mountable';
import { mountLit } from './mount-lit.ts';
import { ThingList } from './thing-list.ts';
import { ThingPage } from './thing-page.ts';
import { loadThing, loadThings } from './things.ts';

/** The pages, by the paths that remote.json declares. */
export const routes = {
  '/placeholder': {
    ...mountLit(ThingList, ({ data, navigate }: PageProps) => ({ things: data, navigate })),
    loader: loadThings,
  },
  '/placeholder/:id': {
    ...mountLit(ThingPage, ({ data }: PageProps) => ({ thing: data })),
    loader: loadThing,
  },
};
