// Runs before anything is painted: tiny, and in the page itself, by its hash; the shell comes
// later. The page has an element `root` that the shell fills or takes over. For when it does not,
// the page has hidden texts: `still-loading`, `not-loaded`, and `as-it-came` for a page that was
// rendered.
(() => {
  // Trusted Types (docs/decisions/0089): a text becomes the address of a script only if that is on this site. It
  // never becomes an element. A site's openings bring a policy that does more, before this script.
  if (globalThis.trustedTypes?.defaultPolicy === null) {
    trustedTypes.createPolicy('default', {
      createHTML: (text) => (text.includes('<') ? null : text),
      createScriptURL(address) {
        const { origin, href } = new URL(address, document.baseURI);
        return origin === location.origin ? href : null;
      },
    });
  }
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden, so the system's theme holds.
  }

  // Words that give way, by the shell's styles, to whatever comes after them.
  const show = (id, shown) => document.getElementById(id)?.toggleAttribute('hidden', !shown);
  const isFilled = () => (document.getElementById('root')?.childElementCount ?? 1) > 0;
  const hasBegun = () => document.documentElement.dataset.build !== undefined;
  let bare = false;
  const tell = () => {
    if (bare) show('root', false);
    else if (isFilled()) {
      show('as-it-came', document.documentElement.dataset.shown === undefined);
      return;
    }
    show('still-loading', false);
    show('not-loaded', true);
  };
  // If a style of the remote that the page was rendered by does not come, the rendered content is
  // removed before the shell begins. The browser then draws the page, and the shell finds out what
  // the build lacks.
  const isOfPage = ({ dataset }) => dataset.page !== undefined;
  const leaveToShell = () => {
    for (const link of document.querySelectorAll('link[data-page]')) link.remove();
    const root = document.getElementById('root');
    root?.removeAttribute('data-rendered');
    root?.replaceChildren();
  };
  // Nothing is painted, and the shell does not begin, while one of its styles has not come. This
  // ends that: late styles no longer block, and what needs them is shown when they are there.
  const unblock = () => {
    if (hasBegun()) return;
    for (const link of document.querySelectorAll('link[rel=stylesheet]')) {
      if (link.sheet !== null) continue;
      if (isOfPage(link)) {
        leaveToShell();
        continue;
      }
      bare = true;
      show('root', false);
      link.media = 'print';
      link.addEventListener('load', () => {
        link.media = 'all';
        bare = document.querySelector('link[media=print]') !== null;
        show('root', !bare);
      });
    }
  };
  // A rendered page hears nothing before the shell takes it over. The button that was pressed last
  // is pressed then. Where the page is drawn anew, that is the only button of the same build that
  // equals it. Links, forms and popovers need no script; a row of a table opens by its link, which
  // its text may lie over.
  let pressed = null;
  const note = ({ target, ctrlKey, metaKey, shiftKey }) => {
    const hears = document.getElementById('root')?.dataset.rendered === undefined;
    pressed = hears ? null : target.closest?.('button[type=button]:not([popovertarget])');
    if (hears || ctrlKey || metaKey || shiftKey || !getSelection()?.isCollapsed) return;
    if (target.closest?.('a, button') === null) {
      target.closest('tr')?.querySelector('a[data-opens-row]')?.click();
    }
  };
  addEventListener('click', note, true);
  new MutationObserver((_, observer) => {
    observer.disconnect();
    removeEventListener('click', note, true);
    if (pressed === null) return;
    const buildOf = (button) => button.closest('[data-part]')?.dataset.build;
    const same = [...document.querySelectorAll('#root button')].filter(
      (button) => button.isEqualNode(pressed) && buildOf(button) === buildOf(pressed),
    );
    if (pressed.isConnected) pressed.click();
    else if (same.length === 1) same[0].click();
  }).observe(document.documentElement, { attributeFilter: ['data-shown'] });
  // After 4 seconds the page says that it is still loading, because a slow network is no failure. What
  // has not begun after 20 seconds counts as failed.
  setTimeout(() => {
    unblock();
    if ((isFilled() && !bare) || !document.getElementById('not-loaded')?.hidden) return;
    show('still-loading', true);
  }, 4_000);
  setTimeout(() => (isFilled() && hasBegun()) || tell(), 20_000);
  // A script of the page that did not arrive, or threw. The shell reports those of remotes.
  const isFatal = (event) =>
    event instanceof ErrorEvent ||
    (event.target instanceof HTMLScriptElement && event.target.defer);
  // The shell's own styles, before it begins: without them nothing can be used.
  const isLook = ({ target }) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' && !hasBegun();
  addEventListener(
    'error',
    (event) => {
      if (isLook(event) && isOfPage(event.target)) {
        // While the page is loading, more of it may come. Deferred scripts run after `readystatechange`.
        if (document.readyState !== 'loading') leaveToShell();
        else document.addEventListener('readystatechange', leaveToShell, { once: true });
        return;
      }
      bare ||= isLook(event);
      if (!bare && !isFatal(event)) return;
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
      else tell();
    },
    true,
  );
})();
