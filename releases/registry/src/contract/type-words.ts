import type { BuildContract, RecordedType } from '@tallystick/shared/contracts/build-contract';

/** A type of one contract. */
export interface PlacedType {
  types: BuildContract['types'];
  at: number;
}

/** What is recorded there. */
export function typeOf({ types, at }: PlacedType): RecordedType {
  return types[at] ?? { is: 'plain', text: 'unknown' };
}

/** Whether nothing can be said of it: it fits with everything. */
export function isOpen(type: RecordedType): boolean {
  return type.is === 'other' || (type.is === 'plain' && /^(any|unknown|never)$/.test(type.text));
}

/** Whether `undefined` is one of its values. */
export function takesUndefined(type: PlacedType): boolean {
  const found = typeOf(type);
  if (found.is === 'union') return found.types.some((at) => takesUndefined({ ...type, at }));
  return isOpen(found) || (found.is === 'plain' && /^(undefined|void)$/.test(found.text));
}

/** Whether a value of one plain type is one of the other. */
export function isPlainFit(from: string, to: string): boolean {
  if (from === to || (from === 'undefined' && to === 'void')) return true;
  if (to === 'string') return from.startsWith('"');
  if (to === 'number') return /^-?\d/.test(from);
  return to === 'boolean' && (from === 'true' || from === 'false');
}

/** For a line to people: `"asset" or "data"`, `array`, `object`. */
export function inWords(type: PlacedType): string {
  const found = typeOf(type);
  switch (found.is) {
    case 'plain':
    case 'other':
      return found.text;
    case 'named':
      return found.name;
    case 'array':
      return 'array';
    case 'object':
      return found.calls ? 'function' : 'object';
    case 'union': {
      const words = found.types.slice(0, 4).map((at) => inWords({ ...type, at }));
      return words.join(' or ') + (found.types.length > 4 ? ' …' : '');
    }
  }
}
