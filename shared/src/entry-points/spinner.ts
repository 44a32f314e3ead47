// Remotes in other repositories import it as `@tallystick/shared/ui/spinner`.
export { Spinner } from '@tallystick/ui/spinner';
