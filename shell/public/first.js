// Runs before anything is painted. A file of its own, blocking and tiny: the page's policy allows no
// inline script, and the shell itself comes later. Its contract with the page: an element `root` that
// the shell fills, an element `not-loaded`, hidden, with words for when it does not.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system's theme.
  }

  const tell = () => {
    const root = document.getElementById('root');
    if (root === null || root.childElementCount > 0) return;
    document.getElementById('not-loaded')?.removeAttribute('hidden');
  };
  // A script of the page that did not arrive, or threw: a remote's are told of by the shell.
  const isFatal = (event) =>
    event instanceof ErrorEvent ||
    (event.target instanceof HTMLScriptElement && event.target.defer);
  addEventListener(
    'error',
    (event) => {
      if (!isFatal(event)) return;
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
      else tell();
    },
    true,
  );
})();
