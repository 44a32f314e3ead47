import { mountSvelte } from './mount-svelte.svelte.ts';
import ThingCard from './ThingCard.svelte';
import { findThing } from './things.ts';

/** Shown in pages of other remotes, which give it `{ id }`. */
export const Widget = mountSvelte(ThingCard, ({ id }: { id: string }) => ({
  thing: findThing(id),
}));
