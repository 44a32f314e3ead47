import type { RecordedCall, RecordedType } from '@tallystick/contract/build-contract';
import { firstProblem } from '@tallystick/contract/first-problem';
import {
  type Budget,
  inWords,
  isOpen,
  isPlainFit,
  type PlacedType,
  takesUndefined,
  typeOf,
} from './type-words.ts';

type Is<Kind extends RecordedType['is']> = RecordedType & { is: Kind };

/** How many types are looked at for two builds, in some 20 ms. A remote of this repository takes 2,000. */
const maxSteps = 30_000;
const maxDepth = 60;
/** More than a contract has, by far. */
const maxPlaces = 2 ** 26;

/** The budget for comparing two builds. */
export function newBudget(): Budget {
  return { steps: maxSteps };
}

/**
 * Whether what has the type `given` can stand where `wanted` is asked for, by the rules of the compiler as
 * far as records go. Null if it can, or if only the compiler could say; else a line such as
 * `its result: "id" is missing`.
 */
export function typeProblem(given: PlacedType, wanted: PlacedType, budget: Budget): string | null {
  return new Comparison(budget).compare({ source: given, target: wanted, depth: 0 });
}

/** One type in place of another. */
interface Pair {
  source: PlacedType;
  target: PlacedType;
  depth: number;
}

class Comparison {
  /** Pairs that are being compared, or fit: types may refer to themselves. */
  readonly #fitting = new Map<PlacedType['types'], Set<number>>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  compare({ source, target, depth }: Pair): string | null {
    if (this.#spent() || depth > maxDepth) return null;
    if (isOpen(typeOf(source)) || isOpen(typeOf(target))) return null;
    const fitting = this.#fitting.get(source.types) ?? new Set();
    this.#fitting.set(source.types, fitting);
    // Both are places that there are, so no two pairs have the same.
    const key = source.at * maxPlaces + target.at;
    if (fitting.has(key)) return null;
    fitting.add(key);
    const problem = this.#compareNow({ source, target, depth: depth + 1 });
    if (problem !== null) fitting.delete(key);
    return problem;
  }

  /** Takes from the budget what is about to be looked at; whether there is nothing left. */
  #spent(steps = 1): boolean {
    this.#budget.steps -= steps;
    return this.#budget.steps < 0;
  }

  /** The types at places of the two. */
  #inner({ source, target, depth }: Pair, from: number, to: number): string | null {
    return this.compare({ source: { ...source, at: from }, target: { ...target, at: to }, depth });
  }

  #compareNow(pair: Pair): string | null {
    const { source, target } = pair;
    const [from, to] = [typeOf(source), typeOf(target)];
    if (from.is === 'union')
      return firstProblem(from.types, (at) => this.#inner(pair, at, target.at));
    if (to.is === 'union') return this.#oneOf(pair, from, to.types);
    const differs = () => `${inWords(source)} is no ${inWords(target)}`;
    if (from.is === 'plain' && to.is === 'plain') {
      return isPlainFit(from.text, to.text) ? null : differs();
    }
    if (from.is === 'array' && to.is === 'array') {
      return within('an item', this.#inner(pair, from.item, to.item));
    }
    if (from.is === 'object' && to.is === 'object') return this.#objects(pair, from, to);
    if (from.is === 'named' && to.is === 'named' && from.name === to.name) {
      return firstProblem(from.arguments, (at, index) => {
        const other = to.arguments[index];
        return other === undefined ? null : this.#inner(pair, at, other);
      });
    }
    if (from.is === 'named' || to.is === 'named') return isOther(from, to) ? differs() : null;
    return isAnyObject(to) && from.is !== 'plain' ? null : differs();
  }

  #oneOf(pair: Pair, from: RecordedType, places: readonly number[]): string | null {
    const { source, target } = pair;
    if (this.#spent(places.length)) return null;
    if (from.is === 'plain' && from.text === 'boolean') {
      const texts = places.map((at) => inWords({ ...target, at }));
      if (texts.includes('true') && texts.includes('false')) return null;
    }
    const problems = places.map((at) => this.#inner(pair, source.at, at));
    if (problems.includes(null)) return null;
    // If several types of the union could be meant, no single problem is the right one to report.
    const alike = problems.filter((_, index) => {
      return typeOf({ ...target, at: places[index] ?? -1 }).is === from.is;
    });
    const [only] = alike;
    return only && alike.length === 1 ? only : `${inWords(source)} is no ${inWords(target)}`;
  }

  #objects(pair: Pair, from: Is<'object'>, to: Is<'object'>): string | null {
    for (const [name, field] of Object.entries(to.fields)) {
      if (this.#spent()) return null;
      const own = Object.hasOwn(from.fields, name) ? from.fields[name] : undefined;
      if (own === undefined) {
        if (field.optional || from.index !== undefined) continue;
        return `"${name}" is missing`;
      }
      if (own.optional && !field.optional) {
        const mayMiss = takesUndefined({ ...pair.target, at: field.type }, this.#budget);
        if (!mayMiss) return `"${name}" may be missing`;
      }
      const problem = within(`"${name}"`, this.#inner(pair, own.type, field.type));
      if (problem !== null) return problem;
    }
    if (from.index !== undefined && to.index !== undefined) {
      const problem = within('each value', this.#inner(pair, from.index, to.index));
      if (problem !== null) return problem;
    }
    return firstProblem(to.calls ?? [], (asked) => {
      const given = from.calls ?? [];
      if (this.#spent(given.length)) return null;
      const problems = given.map((own) => this.#calls(pair, own, asked));
      return problems.includes(null) ? null : (problems[0] ?? 'it is no function');
    });
  }

  /** Whether a function that is called as `asked` can be `own`: arguments go the other way. */
  #calls({ source, target, depth }: Pair, own: RecordedCall, asked: RecordedCall): string | null {
    if (this.#spent(own.parameters.length)) return null;
    const flipped = { source: target, target: source, depth };
    for (const [index, { type, given }] of own.parameters.entries()) {
      const argument = asked.parameters[index];
      if (given === 'rest' || argument?.given === 'rest') break;
      const isNeeded =
        given === undefined && !takesUndefined({ ...source, at: type }, this.#budget);
      if (isNeeded && argument?.given !== undefined) return `argument ${index + 1} is needed`;
      if (argument === undefined) {
        if (isNeeded) return `argument ${index + 1} is needed`;
        continue;
      }
      const problem = this.#inner(flipped, argument.type, type);
      if (problem !== null) return within(`argument ${index + 1}`, problem);
    }
    const isIgnored = inWords({ ...target, at: asked.returns }) === 'void';
    if (isIgnored) return null;
    return within('its result', this.#inner({ source, target, depth }, own.returns, asked.returns));
  }
}

/** `object`, or `{}`. */
function isAnyObject(type: RecordedType): boolean {
  if (type.is === 'plain') return type.text === 'object';
  return type.is === 'object' && !type.calls && Object.keys(type.fields).length === 0;
}

/** Whether two types, one of a library, are surely different: a structure may be what a name stands for. */
function isOther(from: RecordedType, to: RecordedType): boolean {
  const isPromise = (one: RecordedType) => one.is === 'named' && one.name === 'Promise';
  const isLibrary = (one: RecordedType) => one.is === 'named' && one.from !== '';
  if (isLibrary(from) || isLibrary(to)) return false;
  return isPromise(from) !== isPromise(to) || from.is === 'plain' || to.is === 'plain';
}

function within(where: string, problem: string | null): string | null {
  return problem === null ? null : `${where}: ${problem}`;
}
