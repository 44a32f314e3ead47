import type { Texts } from '../texts.ts';

/**
 * Shows why the page was not started. Over plain http browsers have nothing to check signatures with, but on the machine
 * itself: loading again is no help then.
 */
export function showNotStarted({ insecure }: Pick<Texts, 'insecure'>): void {
  const notice = document.getElementById('not-loaded');
  const words = notice?.querySelector('p');
  if (words && !globalThis.isSecureContext) words.textContent = insecure;
  notice?.removeAttribute('hidden');
}
