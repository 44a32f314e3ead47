/**
 * A character as people see it: with its marks, and what it is joined with. Not by `Intl.Segmenter`, whose rules change
 * with the version: the server and the browser have to cut in one place.
 */
const character = String.raw`(?:\p{RI}{2}|.)[\p{M}\p{EMod}]*(?:\u200d.[\p{M}\p{EMod}]*)*`;

/** The last characters of a text, at most so many; none is cut through. */
export function endOf(text: string, characters: number): string {
  return new RegExp(`(?:${character}){0,${characters}}$`, 'su').exec(text)?.[0] ?? '';
}
