// Remotes in other repositories import it as `@tallystick/shared/format/locale`.
export { locale } from '@tallystick/ui/locale';
