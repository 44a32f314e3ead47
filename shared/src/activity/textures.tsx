import type { Series } from './series.ts';

/** Lines within a tile of 6 by 6; the first is left solid. */
const lines = [
  null,
  'M-1 5L5 -1M1 7L7 1',
  'M0 1.5H6M0 4.500H6',
  'M-1 1L5 7M1 -1L7 5',
  'M1.500 0V6M4.500 0V6',
  'M0 3H6M3 0V6',
  null,
  'M-1 5L5 -1M1 7L7 1M-1 1L5 7M1 -1L7 5',
  'M1.500 1.500h.01M4.500 4.500h.01',
  'M0 3H6',
];

/** Each part's colour in a texture of its own, to be told apart without the colour. */
export function Textures({
  id,
  series,
}: {
  readonly id: string;
  readonly series: readonly Series[];
}) {
  return (
    <svg width="0" height="0" className="visually-hidden" aria-hidden="true">
      <defs>
        {series.map(({ key, texture, colour }) => {
          const drawn = lines[texture] ?? null;
          const ink = `var(--${colour})`;
          return (
            <pattern
              key={key}
              id={`${id}-${texture}`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
            >
              <rect width="6" height="6" fill={drawn === null ? ink : 'var(--card)'} />
              {drawn === null ? null : (
                <path d={drawn} stroke={ink} strokeWidth="1.6" strokeLinecap="round" />
              )}
            </pattern>
          );
        })}
      </defs>
    </svg>
  );
}
