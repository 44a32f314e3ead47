// Remotes in other repositories import it as `@tallystick/shared/format/use-now`.
export { useNow } from '@tallystick/ui/use-now';
