// Remotes in repositories of their own import it by this name.
export { locale } from '@tallystick/ui/locale';
