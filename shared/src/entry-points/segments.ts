// Remotes in repositories of their own import it by this name.
export { Segments } from '@tallystick/ui/segments';
