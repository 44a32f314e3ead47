import { Button, handFocusOn } from '@tallystick/ui/button';
import type { ComponentProps } from 'react';

/** A button that begins something. Where it goes with what it was for, the page has the focus. */
export function Action(props: Omit<ComponentProps<typeof Button>, 'ref' | 'type'>) {
  return <Button ref={handFocusOn} {...props} />;
}
