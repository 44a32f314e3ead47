import type { Actor } from '../contract/tokens.ts';

const ofPreviews = '.preview';

/**
 * Drafts by tokens that may only open previews have names of their own. Otherwise a pull request could get its files
 * into a draft that somebody with more rights is sending under the same build id.
 */
export function draftName({ scope }: Actor, build: string): string {
  const isLess = scope.kind === 'publisher' && scope.may === 'preview';
  return isLess ? `${build}${ofPreviews}` : build;
}

/** Whether a draft is for previews alone, by its name. */
export function isForPreviews(draft: string): boolean {
  return draft.endsWith(ofPreviews);
}
