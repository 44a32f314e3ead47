import { locale } from '@tallystick/ui/locale';

/** A whole number, as people of this place write it. */
export function count(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** So many of something, in words that are for one or for more: `1 app`, `2 apps`. */
export function counted(many: number, one: string, more = `${one}s`): string {
  return `${count(many)} ${many === 1 ? one : more}`;
}

/** A share between 0 and 1, with one digit below a tenth: `3.4 %`, `12 %`. Never 0 for some. */
export function share(value: number): string {
  if (value > 0 && value < 0.001) return '< 0.1 %';
  const digits = value < 0.1 && value > 0 ? 1 : 0;
  return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value * 100)} %`;
}

/** A canary's share in percent: `5 %`, `0.5 %`. */
export function percent(value: number): string {
  return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: 4 }).format(value)} %`;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes in their largest unit: `212 kB`. */
export function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1_000 ** power);
}
