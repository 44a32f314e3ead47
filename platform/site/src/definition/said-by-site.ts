import { scrub } from '@tallystick/contract/scrub';
import type { Fact } from './define-site.ts';

/** What one of the site's functions says. Where it fails, that is logged, and what it would have said is not known. */
export async function saidBySite<T>(
  name: string,
  say: () => Promise<Fact<T>>,
  log: (line: string) => void,
): Promise<Fact<T>> {
  try {
    return await say();
  } catch (error) {
    log(`The site's ${name} failed: ${scrub(String(error))}`);
    return 'unknown';
  }
}
