import { proving } from '@tallystick/contract/testing/proof';

const late = ['ten minutes late', -600_000] as const;
const ahead = ['a year ahead', 31_536_000_000] as const;

/** Browsers' clocks that are wrong, and by how many milliseconds. */
export const wrongClocks = proving ? [late, ahead] : [late];
