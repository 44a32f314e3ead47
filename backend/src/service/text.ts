import { Type } from 'typebox';

/** Text that the store can hold: without NUL, without half a surrogate pair. */
const storable = '^[^\\u0000\\ud800-\\udfff]*$';

/** Text of at most so many characters. */
export const text = (
  maxLength: number,
  options: { minLength?: number; description?: string } = {},
) => Type.String({ maxLength, pattern: storable, ...options });

/** An id of a party or a transfer. */
export const id = (description: string) => text(200, { minLength: 1, description });
