import type { HostedWidget } from '../composition/composition.tsx';

/** Where a root of one React wants a widget that another one shows. */
export interface WidgetPlace {
  element: HTMLElement;
  widget: HostedWidget;
  /** Told whether the fallback is to be shown. */
  needsFallback: (needed: boolean) => void;
}

/** The places of one root by their keys, as a store that both read. */
export type WidgetPlaces = ReturnType<typeof createWidgetPlaces>;

export function createWidgetPlaces() {
  const listeners = new Set<() => void>();
  let places: ReadonlyMap<string, WidgetPlace> = new Map();
  const change = (next: ReadonlyMap<string, WidgetPlace>) => {
    places = next;
    for (const listener of listeners) listener();
  };
  return {
    put: (key: string, place: WidgetPlace) => change(new Map(places).set(key, place)),
    remove: (key: string) => change(new Map([...places].filter(([each]) => each !== key))),
    all: () => places,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
