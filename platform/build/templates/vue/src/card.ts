import { mountVue } from './mount-vue.ts';
import ThingCard from './ThingCard.vue';
import { findThing } from './things.ts';

/** Shown in pages of other remotes, which give it `{ id }`. */
export const Widget = mountVue(ThingCard, ({ id }: { id: string }) => ({ thing: findThing(id) }));
