import type { Openings } from '../definition/openings.ts';

/** The shell's script that carries out openings: it stands in a page before the first script. */
export const openingScript = 'openings.js';
/** DOMPurify, as it is published: the file comes before the shell's scripts. */
export const cleaningScript = 'purify.js';

/** Files of a shell that a page has only where the site has such an opening. */
export const openingFiles: readonly string[] = [openingScript, cleaningScript];

/** Whether a script has to carry an opening out, because headers alone do not. */
export const needsScript = ({ injectedStyles, cleanedMarkup }: Openings): boolean =>
  injectedStyles === true || cleanedMarkup === true;
