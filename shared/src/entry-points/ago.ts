// Remotes in other repositories import it as `@tallystick/shared/format/ago`.
export { ago } from '@tallystick/ui/ago';
