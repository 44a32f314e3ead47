import type { PageParts } from './snapshot.ts';

/**
 * Lets people see why this page runs what it runs: at `#why`, at `#why=<app>`, and by Alt+Shift+W. What shows it is
 * loaded only then. What follows `#` reaches neither servers nor caches.
 */
export function openWhyOnDemand(parts: PageParts): void {
  const open = async (app: string | null) => {
    const { showWhy } = await import(/* webpackChunkName: "why" */ './show-why.tsx');
    showWhy(parts, app);
  };
  const look = () => {
    const [found, app = null] = /^#why(?:=(.+))?$/.exec(location.hash) ?? [];
    if (found !== undefined) void open(app);
  };
  addEventListener('hashchange', look);
  addEventListener('keydown', (event) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyW') return;
    // On a Mac it would type a letter.
    event.preventDefault();
    void open(null);
  });
  look();
}
