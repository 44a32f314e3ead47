import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { HostedWidget } from '../composition/composition.tsx';
import type { WidgetPlaces } from './widget-places.ts';

/** A widget's place in a root of the earlier React, which the page's fills; the fallback is of this one. */
export function HostedRemote({ places, widget }: { places: WidgetPlaces; widget: HostedWidget }) {
  const key = useId();
  const element = useRef<HTMLDivElement>(null);
  const [needsFallback, setNeedsFallback] = useState(true);
  useLayoutEffect(() => {
    if (element.current === null) return;
    places.put(key, { element: element.current, widget, needsFallback: setNeedsFallback });
  });
  useLayoutEffect(() => () => places.remove(key), [places, key]);
  return (
    <>
      {needsFallback ? widget.fallback : null}
      <div ref={element} />
    </>
  );
}
