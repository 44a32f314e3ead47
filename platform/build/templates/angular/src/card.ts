import '../look.css';
import { mountAngular } from './mount-angular.ts';
import { ThingCard } from './thing-card.ts';
import { findThing } from './things.ts';

/** Shown in pages of other remotes, which give it `{ id }`. */
export const Widget = mountAngular(ThingCard, ({ id }: { id: string }) => ({
  thing: findThing(id),
}));
