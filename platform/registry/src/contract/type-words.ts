import type { BuildContract, RecordedType } from '@tallystick/contract/build-contract';

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

type Single = Exclude<RecordedType, { is: 'union' }>;

/** How many types may still be looked at. What is not found wrong by then is left to the compiler, at the next build. */
export interface Budget {
  steps: number;
}

/** What a type is one of: each once, also of unions within it, as far as the budget goes. A union may hold itself. */
function* choicesOf({ types, at }: PlacedType, budget: Budget): Generator<Single> {
  const places = new Set([at]);
  for (const place of places) {
    budget.steps -= 1;
    if (budget.steps < 0) return;
    const found = typeOf({ types, at: place });
    if (found.is === 'union') for (const inner of found.types) places.add(inner);
    else yield found;
  }
}

/** Whether `undefined` is one of its values. */
export function takesUndefined(type: PlacedType, budget: Budget): boolean {
  for (const one of choicesOf(type, budget)) {
    if (isOpen(one) || (one.is === 'plain' && /^(undefined|void)$/.test(one.text))) return true;
  }
  // What was not looked at may be it.
  return budget.steps < 0;
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
  const words: string[] = [];
  for (const one of choicesOf(type, { steps: 100 })) {
    if (words.length === 4) return `${words.join(' or ')} …`;
    words.push(wordOf(one));
  }
  return words.join(' or ');
}

function wordOf(type: Single): string {
  switch (type.is) {
    case 'plain':
    case 'other':
      return type.text;
    case 'named':
      return type.name;
    case 'array':
      return 'array';
    case 'object':
      return type.calls ? 'function' : 'object';
  }
}
