// Remotes in other repositories import it as `@tallystick/shared/ui/facts`.
export { type Fact, Facts } from '@tallystick/ui/facts';
