import { scrub } from '@tallystick/contract/scrub';
import { openRests } from './rests.ts';

/** The names of the two builds by which a page is rendered, as `app@build`. */
export interface BuildPair {
  shell: string;
  remote: string;
}

/** Logs which builds fail to render a page, and leaves those that fail again and again to browsers for a while. */
export function openFailures(now: () => number, log: (line: string) => void) {
  const rests = openRests(now);
  const keyOf = ({ shell, remote }: BuildPair) => `${shell} ${remote}`;
  return {
    /** Whether the builds are left to browsers now. */
    rests: (pair: BuildPair): boolean => rests.rests(keyOf(pair)),
    worked: (pair: BuildPair): void => rests.worked(keyOf(pair)),
    note(pair: BuildPair, address: string, problem: string): void {
      const resting = rests.failed(keyOf(pair));
      // What a build says, and what was searched for, may be about a person.
      log(
        `${pair.remote} does not render ${scrub(address)} with ${pair.shell}: ${scrub(problem)}. ` +
          `Browsers draw the page${resting ? `, and all of the build for ${rests.seconds} s` : ''}; its team finds the cause in src/routes.tsx and what that imports.`,
      );
    },
  };
}
