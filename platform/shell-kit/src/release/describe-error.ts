import { errorBounds } from '@tallystick/contract/error-bounds';
import type { PageError } from '@tallystick/contract/page-error';
import { scrub } from '@tallystick/contract/scrub';
import { LoadFailure } from '../federation/load-failure.ts';
import { type Build, shellBuild } from './build.ts';

/** What is known of something thrown beside itself. */
export interface ErrorSource {
  /** The build that is charged. Absent: the remote's whose code stands in the stack, else in `components`; if there is none, the shell's. */
  readonly culprit?: Build | undefined;
  /** React's component stack. Its own errors, such as that of a page that is hydrated otherwise, have React's code alone. */
  readonly components?: string | undefined;
}

/**
 * What is reported of something thrown: what it was called and said, scrubbed, and where in files of builds.
 * Null: it is nobody's, or a request that was cancelled.
 */
export function describeError(
  given: unknown,
  shell: Build,
  { culprit, components = '' }: ErrorSource = {},
): PageError | null {
  const thrown = ownCause(given);
  const { name, message, stack } = thrown instanceof Error ? thrown : wordsOf(thrown);
  const thrownAt = framesIn(stack ?? '');
  const inStack = culprit ?? blamed(thrown);
  const drawn = inStack === null ? framesIn(components) : [];
  const frames = [...drawn, ...thrownAt];
  const build = inStack ?? blamed(null, components) ?? (thrownAt.length > 0 ? shell : null);
  if (build === null || name === 'AbortError') return null;
  return {
    ...build,
    name: scrub(String(name)).slice(0, errorBounds.name),
    // Scrubbed before it is cut: half an address could not be recognized.
    message: scrub(String(message).slice(0, 3_000)).slice(0, errorBounds.message),
    // The shell throws a LoadFailure, so its stack names no place in the build.
    frames: thrown instanceof LoadFailure ? [] : frames.slice(0, errorBounds.frames),
  };
}

/** React wraps what it recovered from in an error of its own: the cause, where code of a remote stands in that alone. */
function ownCause(thrown: unknown): unknown {
  const cause = thrown instanceof Error && blamed(thrown) === null ? thrown.cause : undefined;
  return cause !== undefined && blamed(cause) !== null ? cause : thrown;
}

/** Places in files of builds, as addresses below `/artifacts/`. */
function framesIn(stack: string): string[] {
  return [...stack.matchAll(/\/artifacts\/([^\s:]+:\d+:\d+)/g)].map(([, frame = '']) => frame);
}

/** Describes what was thrown and is not an Error: a loader throws a Response, other code a text. */
function wordsOf(thrown: unknown) {
  const isText = typeof thrown === 'string';
  const message =
    thrown instanceof Response ? `status ${thrown.status}` : isText ? thrown : typeof thrown;
  return { name: 'thrown', message, stack: '' };
}

/**
 * The remote's build whose code stands in an error's stack, or at the address `from` where it was
 * thrown. Null: there is only the shell's own code, or somebody else's.
 */
export function blamed(error: unknown, from = ''): Build | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, app = '', build = ''] of `${stack}\n${from}`.matchAll(
    /\/artifacts\/([^/\s]+)\/([^/\s]+)\//g,
  )) {
    if (build !== shellBuild) return { app, build };
  }
  return null;
}
