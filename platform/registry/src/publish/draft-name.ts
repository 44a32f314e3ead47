import type { Actor } from '../contract/tokens.ts';

const ofPreviews = '.preview';

/**
 * Drafts of who may open previews alone lie apart: a pull request must not get its files into what somebody
 * with more rights is sending under the same build id.
 */
export function draftName({ scope }: Actor, build: string): string {
  const isLess = scope.kind === 'publisher' && scope.may === 'preview';
  return isLess ? `${build}${ofPreviews}` : build;
}

/** Whether a draft is one of these, by its name. */
export function isForPreviews(draft: string): boolean {
  return draft.endsWith(ofPreviews);
}
