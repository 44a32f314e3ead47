import { damageOf } from '@tallystick/store/damage';

/** Whether the registry's database could not be read because it is damaged. */
export const isDamaged = (error: unknown): boolean => damageOf(error) !== undefined;
