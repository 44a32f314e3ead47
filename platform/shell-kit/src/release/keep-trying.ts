import { backoff, jittered } from '@tallystick/timing/backoff';

/**
 * Loads what the page can do without, such as a late chunk of the shell. Without a network it does
 * not come: it is asked for again after 1 s, 2 s … 30 s, and nobody need hear of that.
 */
export async function keepTrying<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load();
    } catch {
      const wait = jittered(backoff(failures), Math.random());
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
