import { attacks } from './attacks.ts';
import { builds } from './builds.ts';
import { measured } from './measured.ts';
import type { Proof } from './proof.ts';
import { readers } from './readers.ts';
import { releases } from './releases.ts';
import { servers } from './servers.ts';

/** All proofs: runs too long for `npm test`, each to be repeated after so many days. `npm run proofs` keeps this order. */
export const proofs: readonly Proof[] = [
  ...readers,
  ...releases,
  ...attacks,
  ...builds,
  ...servers,
  ...measured,
];
