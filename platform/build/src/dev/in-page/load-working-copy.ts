import { hasFunctions } from './page-react.ts';

/** Where the development server has the entry; put around this file by `container-script.ts`. */
declare const WORKING_COPY: {
  /** Address of the entry. */
  entry: string;
  /** What addresses of its files begin with, or a path in the page. */
  base: string;
  /** Global variable into which a script puts the container; null: the entry is a JavaScript module. */
  globalName: string | null;
  /** Address of the React Refresh runtime that Vite wants in the page first; null: none. */
  refresh: string | null;
};

/** What addresses of its files begin with. */
export const developmentServer = () => new URL(WORKING_COPY.base, location.href).href;

/** A container of module federation. */
export interface WorkingContainer {
  init(scope: object, already: unknown[], options: object): void | Promise<void>;
  get(name: string): Promise<() => unknown>;
}

/** @throws Error with a sentence if the development server has no container there. */
export async function loadWorkingCopy(): Promise<WorkingContainer> {
  const { entry, globalName, refresh } = WORKING_COPY;
  if (refresh !== null) await beginViteRefresh(refresh);
  const container = globalName === null ? await module(entry) : await script(entry, globalName);
  if (isContainer(container)) return container;
  throw new Error(`${entry} holds no container: does the development server run?`);
}

function module(address: string): Promise<unknown> {
  return import(address);
}

async function script(address: string, globalName: string): Promise<unknown> {
  const element = document.createElement('script');
  element.src = address;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  element.onload = () => resolve();
  element.onerror = () => reject(new Error(`${address} did not load`));
  document.head.append(element);
  await promise;
  return Reflect.get(globalThis, globalName);
}

/** What Vite's React plugin else writes into the HTML of its own page. */
async function beginViteRefresh(address: string): Promise<void> {
  const runtime = await module(address);
  if (typeof runtime !== 'object' || runtime === null) return;
  const inject: unknown = Reflect.get(runtime, 'injectIntoGlobalHook');
  if (typeof inject !== 'function') return;
  inject(globalThis);
  const nothing = () => {};
  Object.assign(globalThis, { $RefreshReg$: nothing, $RefreshSig$: () => (type: unknown) => type });
}

function isContainer(value: unknown): value is WorkingContainer {
  return hasFunctions(value, ['init', 'get']);
}
