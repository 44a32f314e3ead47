import { errorBounds } from '@tallystick/contract/error-bounds';
import type { PageError } from '@tallystick/contract/page-error';
import { scrub } from '@tallystick/contract/scrub';

/** The names of the two builds by which a page is rendered, as `app@build`. */
export interface BuildPair {
  shell: string;
  remote: string;
}

/**
 * An error of a build, from what is said of a page that was not rendered: a stack trace, or a sentence. It is the
 * shell's if only the shell's code stands in it, else the remote's. Code of builds may have made the text up, so it
 * names no other build.
 */
export function renderError({ shell, remote }: BuildPair, problem: string): PageError {
  const [said = ''] = problem.split(/\n\s+at /, 1);
  const [, name = 'Not rendered', message = said] =
    /^(?:Uncaught )?([\w$.]+): (.*)$/s.exec(said) ?? [];
  const frames = [
    ...problem.matchAll(/\/artifacts\/([^\s:/]+)\/([^\s:/]+)\/([\w./-]+:\d{1,7}:\d{1,8})/g),
  ]
    .map(([, app = '', build = '', place = '']) => ({
      of: `${app}@${build}`,
      frame: `${app}/${build}/${place}`,
    }))
    .filter(({ of }) => of === shell || of === remote);
  const isShell = frames.length > 0 && frames.every(({ of }) => of === shell);
  const [app = '', build = ''] = (isShell ? shell : remote).split('@');
  return {
    app,
    build,
    name: scrub(name).slice(0, errorBounds.name),
    // Scrubbed before it is cut: half an address could not be recognized.
    message: scrub(message).slice(0, errorBounds.message),
    frames: frames.slice(0, errorBounds.frames).map(({ frame }) => frame),
  };
}
