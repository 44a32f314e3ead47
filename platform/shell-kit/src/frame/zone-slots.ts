import { createContext } from 'react';

/** Where a page's own components go in zones other than main; null until the frame is there. */
export interface ZoneSlots {
  media: HTMLElement | null;
  footer: HTMLElement | null;
}

export const ZoneSlotsContext = createContext<ZoneSlots>({ media: null, footer: null });
