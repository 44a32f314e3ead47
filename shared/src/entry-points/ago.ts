// Remotes in repositories of their own import it by this name.
export { ago } from '@tallystick/ui/ago';
