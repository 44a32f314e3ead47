/**
 * Global variables of builds. A bundler names them after the app: the one of its container, and the array by
 * which its runtime hears of chunks (`webpackChunk…`). Two builds of one app would share them, so that the
 * second one runs the code of the first. Here each build has a value of its own: the running script's address
 * says whose it is.
 */
const valuesByName = new Map<string, Map<string, unknown>>();
const ofThePage = new Set(chunkArrays());

/** From now on this variable has a value for each build. A name that the page itself uses stays as it is. */
export function separateGlobal(name: string): void {
  if (!valuesByName.has(name) && !(name in globalThis)) separate(name, new Map());
}

/** The variable's value for the build whose artifact is at this path. */
export function globalOf(name: string, base: string): unknown {
  const values = valuesByName.get(name);
  if (values === undefined) return Reflect.get(globalThis, name);
  return values.get(base) ?? values.get('');
}

/** Separates the arrays of chunks that a script of the build at `base` has brought; called as it has run. */
export function separateChunkArrays(base: string): void {
  for (const name of chunkArrays()) {
    if (valuesByName.has(name) || ofThePage.has(name)) continue;
    separate(name, new Map([[base, Reflect.get(globalThis, name)]]));
  }
}

function separate(name: string, values: Map<string, unknown>): void {
  valuesByName.set(name, values);
  /** For code that runs later than its script, and asks by the name. */
  let latest: unknown = [...values.values()][0];
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: true,
    get() {
      const base = runningBase();
      return base === null ? latest : values.get(base);
    },
    set(value: unknown) {
      latest = value;
      values.set(runningBase() ?? '', value);
    },
  });
}

/** Path of the artifact whose script runs now; null: none does. */
function runningBase(): string | null {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement) || script.src === '') return null;
  return /^\/artifacts\/[^/]+\/[^/]+\//.exec(new URL(script.src).pathname)?.[0] ?? null;
}

/** A runtime that waits for chunks puts a `push` of its own on its array. */
function chunkArrays(): string[] {
  return Object.keys(globalThis).filter((name) => {
    const { value } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
    return Array.isArray(value) && Object.hasOwn(value, 'push');
  });
}
