// Remotes in repositories of their own import it by this name.
export { Spinner } from '@tallystick/ui/spinner';
