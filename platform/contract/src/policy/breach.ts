import { isApprovable } from './opening.ts';

/** What the policy of a page has refused, as far as it is known: browsers report less than a page hears. */
export interface Breach {
  /** As `effectiveDirective` has it. */
  readonly directive: string;
  /** As `blockedURI` has it: an address, an origin, or a word such as `inline`. */
  readonly blocked: string;
  /** Where a text was given, `|`, and its beginning; of a policy of Trusted Types its name; '': not known. */
  readonly sample?: string;
}

const madeCode = 'It makes code of a text (eval, new Function): take a build of it that does not.';
/** What a team can do by itself, by the beginning of the directive. */
const own: readonly (readonly [directive: string, way: string])[] = [
  [
    'require-trusted-types-for',
    'Set no markup from a text: give it to DOMPurify with RETURN_TRUSTED_TYPE: true.',
  ],
  ['style-src', 'Have the styles written into a style sheet of the build, not into the page.'],
  ['script-src', 'Import the script, so that it is a file of the build.'],
  [
    'worker-src',
    'Begin it by new Worker(new URL(…, import.meta.url)), so that it is a file of the build.',
  ],
  ['img-src', "Import the file, so that it is one of the build's own."],
  ['font-src', "Import the file, so that it is one of the build's own."],
  ['media-src', "Import the file, so that it is one of the build's own."],
];
/** Directives of which an opening names an origin. */
const byOrigin: Readonly<Record<string, string>> = {
  'connect-src': 'connect',
  'frame-src': 'frames',
  'img-src': 'pictures',
  'media-src': 'media',
};

/** The opening that would have let something in, such as `wasm` or `connect:https://…`; null: none would. */
export function openingFor({ directive, blocked, sample = '' }: Breach): string | null {
  if (directive === 'require-trusted-types-for') return isCode(sample) ? null : 'cleanedMarkup';
  if (directive === 'trusted-types') return sample === '' ? 'policies' : `policies:${sample}`;
  if (directive.startsWith('style-src')) return blocked === 'inline' ? 'injectedStyles' : null;
  if (directive.startsWith('script-src')) return blocked === 'wasm-eval' ? 'wasm' : null;
  if (directive === 'font-src') return isOf(blocked, 'data') ? 'dataFonts' : null;
  if (directive === 'worker-src') return isOf(blocked, 'blob') ? 'blobWorkers' : null;
  const kind = byOrigin[directive];
  // Node 20, on which the packed command must run, has no URL.parse.
  const url = URL.canParse(blocked) ? new URL(blocked) : null;
  const { protocol, origin } = url ?? { protocol: '', origin: '' };
  const schemes = kind === 'connect' ? ['https:', 'wss:'] : ['https:'];
  return kind !== undefined && schemes.includes(protocol) ? `${kind}:${origin}` : null;
}

/** What to do about a breach, in words for the team: what it can do by itself, and which opening would let it in. */
export function wayOut(breach: Breach): string {
  const { directive, blocked, sample = '' } = breach;
  if (isCode(sample) || (directive.startsWith('script-src') && blocked === 'eval')) return madeCode;
  const opening = openingFor(breach);
  const [, way] = own.find(([begin]) => directive.startsWith(begin)) ?? [];
  return [way, opening === null ? null : wayTo(opening)].filter(Boolean).join(' ');
}

const where = 'docs/isolation.md says what that lets in';

function wayTo(opening: string): string {
  if (opening.startsWith('connect:')) {
    const host = JSON.stringify(opening.slice('connect:'.length));
    return `Declare it in remote.json, "policy": { "connect": [${host}] }; a manager approves it.`;
  }
  if (opening === 'policies') return `A manager approves its policy by its name: ${where}.`;
  return isApprovable(opening)
    ? `Declare it in remote.json, "policy": { "needs": ["${opening}"] }; a manager approves it: ${where}.`
    : `Where a library does it, ask the site for the opening ${opening}: ${where}.`;
}

const isCode = (sample: string) => /^(?:eval|Function)\b/.test(sample);

/** Some browsers report the scheme alone. */
const isOf = (blocked: string, scheme: string) =>
  blocked === scheme || blocked.startsWith(`${scheme}:`);
