/**
 * Gives the entry of the history that this page was opened in a key of its own, which a reload keeps.
 * The router calls all such entries `default`, and would scroll a page that is opened afresh to where
 * the one before it in this tab was left.
 */
export function keyFirstEntry(): void {
  const state: unknown = history.state;
  const known = typeof state === 'object' ? state : null;
  if (known !== null && 'key' in known) return;
  history.replaceState({ ...known, key: Math.random().toString(36).slice(2, 10) }, '');
}
