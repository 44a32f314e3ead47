// Remotes in repositories of their own import it by this name.
export { CopyButton } from '@tallystick/ui/copy-button';
