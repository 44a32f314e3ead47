/** Controls, and marks that turn or hide the text around them. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u;

/**
 * Why a text is none for people, in words for whoever wrote it; null: it is one, or there is none.
 *
 * @param what names it, such as `its title`
 * @param max characters
 */
export function textProblem(what: string, text: string | undefined, max: number): string | null {
  if (text === undefined) return null;
  if (text.trim() === '') return `${what} is empty`;
  if (text.length > max) return `${what} is longer than ${max} characters`;
  return unseen.test(text) ? `${what} has characters that cannot be seen` : null;
}
