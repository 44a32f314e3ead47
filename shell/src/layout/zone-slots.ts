import { createContext, createRef, type RefObject } from 'react';

type Slot = RefObject<HTMLDivElement | null>;

/** Where a page's own components go in zones other than main. */
export interface ZoneSlots {
  media: Slot;
  footer: Slot;
}

export const ZoneSlotsContext = createContext<ZoneSlots>({
  media: createRef(),
  footer: createRef(),
});
