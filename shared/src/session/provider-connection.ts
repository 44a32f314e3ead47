import { backoff, jittered } from '@tallystick/timing/backoff';
import type { Provider } from './firebase-provider.ts';
import { elapsed, orOnline } from './waiting.ts';

/** The provider, whose SDK `load` brings when it is first wanted. */
export function providerConnection(load: () => Promise<Provider>) {
  let provider: Promise<Provider> | undefined;
  let trying = false;

  const connect = (): Promise<Provider> => {
    provider ??= load().catch((error: unknown) => {
      // Only what succeeded is kept: the next caller tries again.
      provider = undefined;
      throw error;
    });
    return provider;
  };

  return {
    /** Loads the provider, once. Rejects if its SDK cannot be loaded. */
    connect,
    /** The provider if it is loaded or being loaded. */
    connected: () => provider,
    /** Tries to connect until it succeeds or is not wanted any more. Never rejects. */
    keepTrying: async (isWanted: () => boolean): Promise<void> => {
      if (trying) return;
      trying = true;
      let failures = 0;
      while (isWanted() && (await connect().catch(() => null)) === null) {
        await orOnline(elapsed(jittered(backoff(failures), Math.random())));
        failures += 1;
      }
      trying = false;
    },
  };
}
