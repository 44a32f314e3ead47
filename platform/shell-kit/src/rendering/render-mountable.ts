import type { Mountable } from '@tallystick/contract/mountable';
import { createContext } from 'react';

/** The HTML of a mountable with these props. */
export type RenderMountable = <Props extends object>(
  mountable: Mountable<Props>,
  props: Props,
) => string;

/** Set where a page is rendered; null: it is in a browser. */
export const RenderMountableContext = createContext<RenderMountable | null>(null);
