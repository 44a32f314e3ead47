import type { HostedWidget } from '@tallystick/shared/composition';

/** Where a root of one React wants a widget that another one shows. */
export interface WidgetPlace {
  key: string;
  element: HTMLElement;
  widget: HostedWidget;
  /** Told whether the fallback is to be shown. */
  needsFallback: (needed: boolean) => void;
}

/** The places of one root, as a store that both read. */
export type WidgetPlaces = ReturnType<typeof createWidgetPlaces>;

export function createWidgetPlaces() {
  const listeners = new Set<() => void>();
  let places: readonly WidgetPlace[] = [];
  let count = 0;
  const change = (next: readonly WidgetPlace[]) => {
    places = next;
    for (const listener of listeners) listener();
  };
  return {
    put(element: HTMLElement, widget: HostedWidget, needsFallback: WidgetPlace['needsFallback']) {
      const known = places.find((place) => place.element === element);
      if (known === undefined) count += 1;
      const place = { key: known?.key ?? String(count), element, widget, needsFallback };
      change(known ? places.map((each) => (each === known ? place : each)) : [...places, place]);
    },
    remove: (element: HTMLElement) => change(places.filter((place) => place.element !== element)),
    all: () => places,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
