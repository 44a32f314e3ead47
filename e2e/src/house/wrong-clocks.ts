/** Browsers' clocks that are wrong, and by how many milliseconds. */
export const wrongClocks = [
  ['ten minutes late', -600_000],
  ['a year ahead', 31_536_000_000],
] as const;
