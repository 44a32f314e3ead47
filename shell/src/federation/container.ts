import { withTimeout } from './load-failure.ts';

/** What a remote's entry brings: the interface between apps that bundlers share. */
export interface Container {
  /** Gives it the page's singletons; once, or again with the same scope. */
  init(...scope: unknown[]): void | Promise<void>;
  /** Resolves to what makes the module that it exposes as `name`. */
  get(name: string): Promise<() => unknown>;
}

/**
 * The container as the federation runtime takes it, with a limit to the milliseconds in which a module
 * of it comes and begins.
 */
export function withLimit(container: Container, entry: string, timeoutMs: number) {
  const begin = async (name: string): Promise<unknown> => (await container.get(name))();
  return {
    init: (...scope: unknown[]) => container.init(...scope),
    get: (name: string) => () => withTimeout(timeoutMs, entry, begin(name)),
  };
}

export function isContainer(value: unknown): value is Container {
  return (
    typeof value === 'object' &&
    value !== null &&
    'init' in value &&
    typeof value.init === 'function' &&
    'get' in value &&
    typeof value.get === 'function'
  );
}
