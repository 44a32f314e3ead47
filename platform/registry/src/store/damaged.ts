import { damageOf } from '@tallystick/store/damage';

/** What is kept is not what the audit log says. */
export class Altered extends Error {}

/** Whether what the registry keeps could not be read, or was changed past it. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Altered || damageOf(error) !== undefined;
