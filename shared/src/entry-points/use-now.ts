// Remotes in repositories of their own import it by this name.
export { useNow } from '@tallystick/ui/use-now';
