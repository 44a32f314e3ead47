import { withTimeout } from './load-failure.ts';
import type { ShareScope } from './platform-shares.ts';
import { isRecord } from './remote-module.ts';

/** What a remote's entry brings: the interface between apps that bundlers share. */
export interface Container {
  /** Gives it the page's singletons; once, or again with the same scope. */
  init(...scope: unknown[]): void | Promise<void>;
  /** Resolves to what makes the module that it exposes as `name`. */
  get(name: string): Promise<() => unknown>;
}

/**
 * The container as the federation runtime takes it: with a share scope of its own in place of the page's,
 * and with a limit to the time in which a module of it comes and begins.
 */
export function confined(container: Container, entry: string, scope: ShareScope) {
  const options = { version: '', shareScopeKeys: 'default' };
  // Not enumerable, as the runtime has it: a container's own instance takes the others for settings.
  Object.defineProperty(options, 'shareScopeMap', { value: { default: scope } });
  let started = false;
  const begin = async (name: string): Promise<unknown> => {
    if (!started) await container.init(scope, [], options);
    started = true;
    return (await container.get(name))();
  };
  return {
    // Not yet: of what fails here the runtime tells the words alone.
    init: () => {},
    get: (name: string) => () => withTimeout(entry, begin(name)),
  };
}

export function isContainer(value: unknown): value is Container {
  return isRecord(value) && typeof value.init === 'function' && typeof value.get === 'function';
}
