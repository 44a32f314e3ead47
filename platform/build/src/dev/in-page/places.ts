import type { ComponentType } from 'react';
import type { Component } from './component.ts';
import { createDrawing } from './drawing.ts';
import type { PageReact } from './page-react.ts';
import { createPlace, innerOf, type Place } from './place.ts';
import type { TellThrown } from './thrown-errors.ts';

/** All versions of one component, as React Refresh knows them. */
export interface Family {
  current: Component;
}
/** What was edited: `staleFamilies` have other hooks than before, and lose their state. */
export interface Update {
  updatedFamilies: ReadonlySet<Family>;
  staleFamilies: ReadonlySet<Family>;
}

export type Places = ReturnType<typeof createPlaces>;

/**
 * Replaces components in a page. React cannot do that itself there, because it is built for production.
 * So each component is drawn by one of ours that stays, and calls the newest version. That one runs with
 * the hooks, and so the state, that are there.
 *
 * @param tell told of what a component throws as it is drawn, or in an effect
 * @param reload loads the page anew
 */
export function createPlaces(
  react: PageReact,
  tell: TellThrown,
  reload: () => void = () => location.reload(),
) {
  const places: Place[] = [];
  const byType = new WeakMap<object, Place>();
  const byFamily = new Map<Family, Place>();
  const drawing = createDrawing(tell);
  let familyOf: (type: Component) => Family | undefined = () => undefined;
  const inner = (place: Place) => innerOf(place, react, drawing, stable);

  function add(type: Component): Place {
    const place = createPlace(type, react, inner);
    places.push(place);
    byType.set(place.Outer, place);
    return place;
  }

  /** What stands in the page for a component, of whichever version. */
  function stable(type: Component): ComponentType {
    const family = familyOf(type);
    const place =
      (family && byFamily.get(family)) ?? byType.get(type) ?? add(family?.current ?? type);
    byType.set(type, place);
    return place.Outer;
  }

  /** Lets a place stand for the newest version of its component. */
  function replace(place: Place, family: Family, { updatedFamilies, staleFamilies }: Update): void {
    // A page that drew meanwhile may have made a second place of the newest version.
    if (!byFamily.has(family)) byFamily.set(family, place);
    place.current = family.current;
    byType.set(family.current, byFamily.get(family) ?? place);
    if (updatedFamilies.has(family)) place.version += 1;
    if (staleFamilies.has(family)) place.Inner = inner(place);
  }

  return {
    stable,
    version: drawing.version,
    tell,
    /** `resolve` finds the family of what has been edited. */
    resolveBy(resolve: typeof familyOf): void {
      familyOf = resolve;
    },
    /** Draws what was edited in its newest version. */
    update(update: Update): void {
      // An error boundary of the page shows its error still: it does not try the newer version by itself.
      if (drawing.hasFailed()) {
        reload();
        return;
      }
      for (const place of places) {
        const family = familyOf(place.current);
        if (family !== undefined) replace(place, family, update);
      }
      const edited = [...update.updatedFamilies, ...update.staleFamilies];
      const drawn = new Set(edited.map((one) => byFamily.get(one)));
      // A component without a place was not shown by JSX. Any place may show it, so all are drawn.
      for (const place of drawn.has(undefined) ? places : drawn) place?.redraw();
    },
  };
}
