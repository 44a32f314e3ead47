// Remotes in repositories of their own import it by this name.
export { type Fact, Facts } from '@tallystick/ui/facts';
