/** The address of a list. */
export const list = '/transfers';

let asked = 0;

/** An address of the same list that nobody has asked for. */
export function fresh(): string {
  asked += 1;
  return `${list}?nobody=${asked}`;
}
