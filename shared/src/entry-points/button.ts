// Remotes in other repositories import it as `@tallystick/shared/ui/button`.
export { Button, handFocusOn } from '@tallystick/ui/button';
