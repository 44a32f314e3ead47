import type { ComponentType, ReactNode } from 'react';
import { type Component, isForwardRef, isMemo, nameOf } from './component.ts';
import type { PageReact } from './page-react.ts';

/** Stands for a component in the page, whichever version of it is the newest. */
interface Place {
  /** The newest version. */
  current: Component;
  /** What the page's React sees of it, always the same one. */
  Outer: ComponentType;
  /** What draws it; another one loses its state. */
  Inner: unknown;
  /** How often it has been replaced with its state kept. */
  version: number;
  redraw: () => void;
}

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
 * Replaces components in a page whose React is built for production, and so cannot do it: each
 * component is drawn by one of ours that stays, and calls the newest version with the hooks that are there.
 *
 * @param reload loads the page anew
 */
export function createPlaces(react: PageReact, reload: () => void = () => location.reload()) {
  const places: Place[] = [];
  const byType = new WeakMap<object, Place>();
  const byFamily = new Map<Family, Place>();
  let familyOf: (type: Component) => Family | undefined = () => undefined;
  let drawing = 0;
  let failed = false;

  /** Draws a version; its hooks learn by `version()` which. */
  function draw(place: Place, render: () => ReactNode): ReactNode {
    const before = drawing;
    drawing = place.version;
    try {
      return render();
    } catch (thrown) {
      failed ||= thrown instanceof Error;
      throw thrown;
    } finally {
      drawing = before;
    }
  }

  function innerOf(place: Place): unknown {
    const { current } = place;
    if (isMemo(current)) return react.memo(stable(current.type), current.compare);
    if (isForwardRef(current)) {
      return react.forwardRef((props, ref) =>
        draw(place, () => {
          const newest = place.current;
          return isForwardRef(newest) ? newest.render(props, ref) : null;
        }),
      );
    }
    // Of a class no state can be kept.
    if (current.prototype?.isReactComponent) return current;
    return (props: object) =>
      draw(place, () => (typeof place.current === 'function' ? place.current(props) : null));
  }

  function createPlace(type: Component): Place {
    const listeners = new Set<() => void>();
    let drawn = 0;
    const subscribe = (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const Outer = (props: object) => {
      react.useSyncExternalStore(subscribe, () => drawn);
      return react.createElement(place.Inner, props);
    };
    Object.defineProperty(Outer, 'name', { value: nameOf(type) });
    const redraw = () => {
      drawn += 1;
      for (const listener of [...listeners]) listener();
    };
    const place: Place = { current: type, Outer, Inner: null, version: 0, redraw };
    place.Inner = innerOf(place);
    places.push(place);
    byType.set(Outer, place);
    return place;
  }

  /** What stands in the page for a component, of whichever version. */
  function stable(type: Component): ComponentType {
    const family = familyOf(type);
    const place =
      (family && byFamily.get(family)) ?? byType.get(type) ?? createPlace(family?.current ?? type);
    byType.set(type, place);
    return place.Outer;
  }

  return {
    stable,
    /** Number of the version that is being drawn. */
    version: () => drawing,
    /** `resolve` finds the family of what has been edited. */
    resolveBy(resolve: typeof familyOf): void {
      familyOf = resolve;
    },
    /** Draws what was edited in its newest version. */
    update({ updatedFamilies, staleFamilies }: Update): void {
      // A boundary of the page stands where it was, and knows of no newer version.
      if (failed) {
        reload();
        return;
      }
      for (const place of places) {
        const family = familyOf(place.current);
        if (family === undefined) continue;
        // A page that drew meanwhile may have made a second one of the newest version.
        if (!byFamily.has(family)) byFamily.set(family, place);
        place.current = family.current;
        byType.set(family.current, byFamily.get(family) ?? place);
        if (updatedFamilies.has(family)) place.version += 1;
        if (staleFamilies.has(family)) place.Inner = innerOf(place);
      }
      const drawn = new Set([...updatedFamilies, ...staleFamilies].map((one) => byFamily.get(one)));
      // One that none stands for came by another way than JSX: whatever shows it is drawn anew.
      for (const place of drawn.has(undefined) ? places : drawn) place?.redraw();
    },
  };
}
