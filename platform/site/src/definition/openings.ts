import { openingTexts, policyNameProblem } from '@tallystick/contract/policy/opening';
import * as v from 'valibot';

/**
 * What pages of a site may do beyond the strict policy, each by a word of its own. Absent: nothing more. What each
 * costs, and which attack it lets in, is in docs/isolation.md.
 */
export interface Openings {
  /** Styles that scripts write into the page: each answer has a nonce, which these elements get by themselves. */
  readonly injectedStyles?: boolean;
  /** Markup that scripts write into the page, once DOMPurify has cleaned it; absent: none. */
  readonly cleanedMarkup?: boolean;
  /**
   * Names of policies of Trusted Types that builds may make beside the shell's: what these pass is not cleaned. Absent:
   * `dompurify`, which each copy of DOMPurify makes; with `cleanedMarkup` none, since the page's own cleans for these.
   */
  readonly policies?: readonly string[];
  /** Fonts whose address has their bytes, `data:`. */
  readonly dataFonts?: boolean;
  /** Workers of a script that a page has made, `blob:`. */
  readonly blobWorkers?: boolean;
  /** WebAssembly. */
  readonly wasm?: boolean;
  /** Origins whose pages may be framed. */
  readonly frames?: readonly string[];
  /** Origins that pictures may come from. */
  readonly pictures?: readonly string[];
  /** Origins that sound and films may come from. */
  readonly media?: readonly string[];
  /** Styles and markup are reported, and not refused: while a team moves in. */
  readonly reportOnly?: boolean;
}

const flag = v.exactOptional(v.boolean('is neither true nor false'));
const origins = v.exactOptional(
  v.array(
    v.pipe(
      v.string('is not a text'),
      v.check(isOpenable, 'is not an origin such as https://maps.example'),
    ),
    'is not a list',
  ),
);

/** `http:` is for development alone. */
function isOpenable(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
}

/** The openings as a site's definition has them. */
export const openingEntries = {
  injectedStyles: flag,
  cleanedMarkup: flag,
  policies: v.exactOptional(
    v.array(
      v.pipe(
        v.string('is not a text'),
        v.check(
          (name) => policyNameProblem(name) === null,
          ({ input }) => policyNameProblem(input) ?? '',
        ),
      ),
      'is not a list',
    ),
  ),
  dataFonts: flag,
  blobWorkers: flag,
  wasm: flag,
  frames: origins,
  pictures: origins,
  media: origins,
  reportOnly: flag,
};

/** What a site opens for every app, such as `wasm` or `policies:lit-html`, in order. */
export function openingTextsOf(openings: Openings): string[] {
  const { cleanedMarkup = false, policies = cleanedMarkup ? [] : ['dompurify'] } = openings;
  return openingTexts({ ...openings, policies });
}
