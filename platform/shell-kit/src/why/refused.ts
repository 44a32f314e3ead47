import { scrub } from '@tallystick/contract/scrub';
import type { Build } from '../release/build.ts';
import type { Refused } from './facts.ts';
import type { Violation } from './violations.ts';

/** What was refused to code of a build; null: to code that is in no file of a build. Each of them once. */
export function refusedTo(build: Build | null, violations: readonly Violation[]): Refused[] {
  const own = violations.filter(({ sourceFile }) => {
    const [, app, id] = artifact.exec(sourceFile ?? '') ?? [];
    return build === null ? app === undefined : app === build.app && id === build.build;
  });
  const all = own.map(({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
    // For a text that is taken for markup or code: where it was given, `|`, and its beginning.
    const [sink = ''] = sample.split('|');
    const isSink = blockedURI === 'trusted-types-sink' && sink !== '';
    const file = (sourceFile ?? '').replace(/[?#].*$/, '').replace(/^.*\//, '');
    return {
      directive: effectiveDirective,
      what: isSink ? sink : scrub(blockedURI),
      by: file === '' ? '' : `${file}:${lineNumber}`,
    };
  });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

const artifact = /\/artifacts\/([^/]+)\/([^/]+)\//;
