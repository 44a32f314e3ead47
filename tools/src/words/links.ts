import { dirname, join } from 'node:path/posix';
import type { SourceFile } from '../layering/source-files.ts';

/** A link in Markdown to another file, or to a heading. */
const link = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
/** What code and texts name without a link. */
const named = /\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g;
const decision = /(?:\bdecisions?[ /]|(?<=\bdecisions \d{1,3}(?:, \d{1,3})*, ))(\d{1,4})\b/gi;

/**
 * Links, and names of documents and decisions, that lead nowhere, each as `PATH: WHAT IT NAMES`.
 * @param isThere whether the project has a file or folder at a path
 */
export function brokenLinks(
  sources: readonly SourceFile[],
  isThere: (path: string) => boolean,
): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const decisions = new Set(
    sources.flatMap(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []),
  );
  const leads = (path: string, heading: string | undefined) =>
    isThere(path) && (heading === undefined || headingsOf(texts.get(path) ?? '').has(heading));
  return sources.flatMap(({ path, text }) => {
    const links = path.endsWith('.md')
      ? [...text.matchAll(link)].filter(([, file = '', heading]) => {
          return !leads(file === '' ? path : join(dirname(path), file), heading);
        })
      : [];
    const names = [...text.matchAll(named)].filter(
      ([, file, heading]) => !leads(`docs/${file}`, heading),
    );
    const numbers = [...text.matchAll(decision)].filter(
      ([, number = '']) => !decisions.has(number.padStart(4, '0')),
    );
    return [...links, ...names, ...numbers].map(([what]) => `${path}: ${what}`);
  });
}

/** The headings of a text, as links name them. */
function headingsOf(markdown: string): Set<string> {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  return new Set(
    [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
