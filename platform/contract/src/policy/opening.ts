import { originProblem } from '../connect-origin.ts';

/** One opening of the policy of pages (docs/isolation.md). */
interface OpeningKind {
  /** What stands behind its colon, and why a text is none; null: nothing stands there. */
  readonly value: ((text: string) => string | null) | null;
  /** Whether a manager may approve it for an app; else it needs the shell, and the site's definition alone opens it. */
  readonly byManager: boolean;
  /** What it lets in, for who decides. It holds for all apps of the pages. */
  readonly letsIn: string;
}

const isNearly = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
/** Whatever a policy allows: a browser starts no worker by an address of another origin. */
const noForeignWorkers =
  'opens nothing, as browsers start no worker of another host: bring its file in the build, or let blobWorkers start its text';

const origin = (text: string) => originProblem(text, ['https:']);
const elsewhere =
  'these hosts learn who reads which page; an address there carries out what a script puts into it';

/** Kinds of openings; their names are those of a site's definition. */
const kinds: Readonly<Record<string, OpeningKind>> = {
  injectedStyles: {
    value: null,
    byManager: false,
    letsIn: 'a build styles all of the page, for as long as the document lives',
  },
  cleanedMarkup: {
    value: null,
    byManager: false,
    letsIn: "a record's text becomes headings, links and pictures of the site's own look",
  },
  reportOnly: {
    value: null,
    byManager: false,
    letsIn: 'styles and markup are reported, and nothing of them is refused',
  },
  policies: {
    value: policyNameProblem,
    byManager: true,
    letsIn: 'any app passes markup by a policy of that name, uncleaned',
  },
  dataFonts: {
    value: null,
    byManager: true,
    letsIn: 'a font that nobody has hashed, which may draw other letters',
  },
  blobWorkers: {
    value: null,
    byManager: true,
    letsIn: "a text becomes a worker's script, with the calls that its page may make",
  },
  wasm: { value: null, byManager: true, letsIn: 'compiled code of bytes that nobody has hashed' },
  frames: {
    value: origin,
    byManager: true,
    letsIn: 'what such a page shows, and asks its reader for',
  },
  pictures: { value: origin, byManager: true, letsIn: elsewhere },
  media: { value: origin, byManager: true, letsIn: elsewhere },
};

/** Why a text is no name of a policy of Trusted Types that a build may make; null: it is one. */
export function policyNameProblem(name: string): string | null {
  if (!/^[a-z][a-z0-9@._-]{0,62}$/i.test(name)) return 'is no name of a policy such as lit-html';
  return name === 'default' ? 'is a name that the platform uses itself' : null;
}

/** The kind of an opening as it is written, `wasm` or `frames:https://films.example`, and what is behind its colon. */
export function openingParts(opening: string): { kind: string; value: string | null } {
  const at = opening.indexOf(':');
  if (at < 0) return { kind: opening, value: null };
  return { kind: opening.slice(0, at), value: opening.slice(at + 1) };
}

function kindOf(opening: string): OpeningKind | undefined {
  const { kind } = openingParts(opening);
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

/** Why a text is no opening that a build may need; null: it is one. */
export function openingProblem(opening: string): string | null {
  const kind = kindOf(opening);
  const { value } = openingParts(opening);
  if (openingParts(opening).kind === 'workers') return noForeignWorkers;
  if (kind === undefined || opening === 'reportOnly') {
    const names = Object.keys(kinds).filter((one) => one !== 'reportOnly');
    const meant = names.find((one) => isNearly(one, openingParts(opening).kind));
    return `is no opening: ${meant === undefined ? names.join(', ') : `it is written ${meant}`}`;
  }
  if (kind.value === null) return value === null ? null : 'takes nothing behind a colon';
  return value === null ? 'needs a value, such as frames:https://films.example' : kind.value(value);
}

/** Whether a manager may approve an opening for an app. */
export function isApprovable(opening: string): boolean {
  return openingProblem(opening) === null && kindOf(opening)?.byManager === true;
}

/** What an opening, or `connect:https://…`, lets in, in words for who decides; '' where it is none that is known. */
export function letsIn(opening: string): string {
  if (openingParts(opening).kind === 'connect')
    return 'calls to this host, with what a script sends';
  return kindOf(opening)?.letsIn ?? '';
}

/** Openings of a site's definition as a build writes them, in order. */
export function openingTexts(
  openings: Readonly<Record<string, boolean | readonly string[] | undefined>>,
): string[] {
  return Object.entries(openings)
    .flatMap(([kind, value = false]) => {
      if (typeof value === 'boolean') return value ? [kind] : [];
      return value.map((one) => `${kind}:${one}`);
    })
    .sort();
}
