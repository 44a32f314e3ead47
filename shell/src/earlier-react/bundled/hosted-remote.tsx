import type { HostedWidget } from '@tallystick/shared/composition';
import { useLayoutEffect, useRef, useState } from 'react';
import type { WidgetPlaces } from '../widget-places.ts';

interface HostedRemoteProps {
  places: WidgetPlaces;
  widget: HostedWidget;
}

/** A widget's place in a root of the earlier React, which the page's fills; the fallback is of this one. */
export function HostedRemote({ places, widget }: HostedRemoteProps) {
  const element = useRef<HTMLDivElement>(null);
  const [needsFallback, setNeedsFallback] = useState(true);
  useLayoutEffect(() => {
    if (element.current !== null) places.put(element.current, widget, setNeedsFallback);
  });
  useLayoutEffect(() => {
    const place = element.current;
    return () => {
      if (place !== null) places.remove(place);
    };
  }, [places]);
  return (
    <>
      {needsFallback ? widget.fallback : null}
      <div ref={element} />
    </>
  );
}
