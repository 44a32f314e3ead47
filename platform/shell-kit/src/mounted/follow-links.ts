/**
 * Has plain links in an element lead to pages of the site without a page load, as a router's own do. Those in a shadow
 * tree do so too. Returns how to stop.
 */
export function followLinks(element: HTMLElement, navigate: (to: string) => void): () => void {
  const follow = (event: MouseEvent) => {
    const { button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (link === undefined || link.origin !== location.origin) return;
    if (!/^(_self)?$/.test(link.target) || link.hasAttribute('download')) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
  element.addEventListener('click', follow);
  return () => element.removeEventListener('click', follow);
}
