import { openingParts } from './opening.ts';

/** Which source an opening adds to which directive. */
const sources: Readonly<Record<string, readonly [directive: string, source: string | null]>> = {
  connect: ['connect-src', null],
  policies: ['trusted-types', null],
  dataFonts: ['font-src', 'data:'],
  blobWorkers: ['worker-src', 'blob:'],
  wasm: ['script-src', "'wasm-unsafe-eval'"],
  frames: ['frame-src', null],
  pictures: ['img-src', null],
  media: ['media-src', null],
};
/** What the strict policy does not mention, with what it has beside an opening. */
const begun: Readonly<Record<string, string>> = {
  'frame-src': 'frame-src',
  'media-src': "media-src 'self'",
};

/**
 * The directives of a policy with what openings add: `frames:https://films.example`, and the like. An API host is
 * `connect:https://…`. What the shell carries out adds nothing here.
 */
export function openedPolicy(directives: readonly string[], openings: readonly string[]): string[] {
  const all = [...directives];
  for (const [directive, source] of openings.flatMap(sourceOf)) {
    const at = all.findIndex((one) => nameOf(one) === directive);
    const begin = all[at] ?? begun[directive];
    // Who leaves the directive out holds nobody to it.
    if (begin === undefined || begin.split(' ').includes(source)) continue;
    all.splice(at < 0 ? all.length : at, 1, `${begin} ${source}`);
  }
  return all;
}

/** Whether a policy has what an opening adds; what the shell carries out adds nothing. */
export function isOpenIn(directives: readonly string[], opening: string): boolean {
  const [directive, source = ''] = sourceOf(opening)[0] ?? [];
  return directives.some((one) => nameOf(one) === directive && one.split(' ').includes(source));
}

const nameOf = (directive: string) => directive.split(' ', 1)[0] ?? '';

function sourceOf(opening: string): (readonly [string, string])[] {
  const { kind, value } = openingParts(opening);
  if (!Object.hasOwn(sources, kind)) return [];
  const [directive = '', word = null] = sources[kind] ?? [];
  const source = word ?? value;
  return source === null ? [] : [[directive, source]];
}
