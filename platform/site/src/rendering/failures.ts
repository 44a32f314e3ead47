import type { PageError } from '@tallystick/contract/page-error';
import { scrub } from '@tallystick/contract/scrub';
import { type BuildPair, renderError } from './render-error.ts';
import { openRests } from './rests.ts';

export interface FailuresOptions {
  /** Milliseconds, of a clock that only goes forward. */
  now: () => number;
  /** Has the team of a build told of an error; resolves to where in its source that is, null if nobody knows. */
  report(error: PageError): Promise<string | null>;
  log(line: string): void;
}

/**
 * Tells operators and teams which builds fail to render a page, and leaves those that fail again and again to browsers
 * for a while.
 */
export function openFailures({ now, report, log }: FailuresOptions) {
  const rests = openRests(now);
  const keyOf = ({ shell, remote }: BuildPair) => `${shell} ${remote}`;
  return {
    /** Whether the builds are left to browsers now. */
    rests: (pair: BuildPair): boolean => rests.rests(keyOf(pair)),
    worked: (pair: BuildPair): void => rests.worked(keyOf(pair)),
    /** Resolves when it is logged. */
    async note(pair: BuildPair, address: string, problem: string): Promise<void> {
      const resting = rests.failed(keyOf(pair));
      const error = renderError(pair, problem);
      const place = (await report(error).catch(() => null)) ?? error.frames[0];
      // What a build says, and what was searched for, may be about a person.
      log(
        `${pair.remote} does not render ${scrub(address)} with ${pair.shell}: ${error.name}: ${error.message}` +
          `${place === undefined ? '' : ` at ${place} of ${error.app}`}. ` +
          `Browsers draw the page${resting ? `, and all of the build for ${rests.seconds} s` : ''}; its team sees it with release errors ${error.app}.`,
      );
    },
  };
}
