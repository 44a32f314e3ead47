import '../look.css';
import type { PageProps } from '@tallystick/release/mountable';
import { mountAngular } from './mount-angular.ts';
import { ThingList } from './thing-list.ts';
import { ThingPage } from './thing-page.ts';
import { loadThing, loadThings } from './things.ts';

/** The pages, by the paths that remote.json declares. */
export const routes = {
  '/placeholder': {
    ...mountAngular(ThingList, ({ data, navigate }: PageProps) => ({ things: data, navigate })),
    loader: loadThings,
  },
  '/placeholder/:id': {
    ...mountAngular(ThingPage, ({ data }: PageProps) => ({ thing: data })),
    loader: loadThing,
  },
};
