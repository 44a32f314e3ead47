/** Whether this is a proof (`npm run proofs`), which has time for what is too long for `npm test`. */
export const proving = process.env.PROOFS === 'on';

/** How often something is tried: as often as is said for `npm test`, ten times that in a proof. */
export const tries = (usual: number): number => (proving ? 10 * usual : usual);
