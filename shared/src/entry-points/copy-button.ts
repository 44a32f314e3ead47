// Remotes in other repositories import it as `@tallystick/shared/ui/copy-button`.
export { CopyButton } from '@tallystick/ui/copy-button';
