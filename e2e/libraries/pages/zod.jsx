import * as z from 'zod';

export function show(element) {
  element.textContent = z.object({ name: z.string() }).parse({ name: 'bread', more: 1 }).name;
}
export const isRight = (element) => element.textContent === 'bread';
