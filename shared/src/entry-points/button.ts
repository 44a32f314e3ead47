// Remotes in repositories of their own import it by this name.
export { Button, handFocusOn } from '@tallystick/ui/button';
