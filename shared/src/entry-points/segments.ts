// Remotes in other repositories import it as `@tallystick/shared/ui/segments`.
export { Segments } from '@tallystick/ui/segments';
