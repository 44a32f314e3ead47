import { type Breach, wayOut } from '@tallystick/contract/policy/breach';
import { createNotice } from './notice.ts';
import { askedForBy } from './place-in-source.ts';

/**
 * Says below the line on the working copy what the policy of the page refuses its code, until a file is saved. Each text
 * says who asked for it, and what to do about it.
 *
 * @param base what addresses of the development server begin with
 */
export function showBreaches(base: string): void {
  const say = createNotice();
  addEventListener('securitypolicyviolation', (event) => {
    const { sourceFile, lineNumber, columnNumber } = event;
    // What other apps of the page ask for is theirs.
    if (!isOfCopy(sourceFile, base)) return;
    const { effectiveDirective: directive, blockedURI: blocked, sample } = event;
    const [word = ''] = sample.split('|');
    const what = blocked.startsWith('trusted-types-') && word !== '' ? word : blocked;
    const breach: Breach = { directive, blocked, sample };
    void askedForBy(sourceFile, lineNumber, columnNumber)
      .catch(() => sourceFile)
      .then((by) =>
        say(`The policy refuses ${what} (${directive}), asked for by ${by}\n  ${wayOut(breach)}`),
      );
  });
}

const isOfCopy = (file: string | null, base: string) =>
  file !== null && (file.startsWith(base) || file.startsWith('webpack-internal:'));
