import { locale } from '@tallystick/ui/locale';

/** A whole number for people: `35,592`, with the separators of the person's English (see `locale`). */
export function numberText(value: number): string {
  return value.toLocaleString(locale());
}
