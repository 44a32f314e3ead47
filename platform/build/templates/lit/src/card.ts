import { mountLit } from './mount-lit.ts';
import { ThingCard } from './thing-card.ts';
import { findThing } from './things.ts';

/** Shown in pages of other remotes, which give it `{ id }`. */
export const Widget = mountLit(ThingCard, ({ id }: { id: string }) => ({ thing: findThing(id) }));
