import type { ComponentType } from 'react';
import { type Component, isForwardRef, isMemo, nameOf } from './component.ts';
import type { Drawing } from './drawing.ts';
import type { PageReact } from './page-react.ts';

/** Stands for a component in the page, whichever version of it is the newest. */
export interface Place {
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

/** A place of `type`, drawn by what `innerOf` makes for it. */
export function createPlace(
  type: Component,
  react: PageReact,
  innerOf: (place: Place) => unknown,
): Place {
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
  return place;
}

/**
 * A component that draws the newest version of a place, as long as that is of the same kind.
 *
 * @param stable what stands in the page for a component
 */
export function innerOf(
  place: Place,
  react: PageReact,
  { draw }: Drawing,
  stable: (type: Component) => ComponentType,
): unknown {
  const { current } = place;
  if (isMemo(current)) return react.memo(stable(current.type), current.compare);
  if (isForwardRef(current)) {
    return react.forwardRef((props, ref) =>
      draw(place.version, () => {
        const newest = place.current;
        return isForwardRef(newest) ? newest.render(props, ref) : null;
      }),
    );
  }
  // The state of a class cannot be kept, so the page gets the class itself.
  if (current.prototype?.isReactComponent) return current;
  return (props: object) =>
    draw(place.version, () => (typeof place.current === 'function' ? place.current(props) : null));
}
