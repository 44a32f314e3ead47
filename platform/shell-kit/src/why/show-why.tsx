import { createRoot } from 'react-dom/client';
import { look } from './look.ts';
import { type PageParts, snapshotOf } from './snapshot.ts';
import { WhyDialog } from './why-dialog.tsx';

let isOpen = false;

/**
 * Shows why this page runs what it runs, until somebody closes it. What the page learns meanwhile is shown as well.
 *
 * @param app the part that comes first; null: the shell
 */
export function showWhy(parts: PageParts, app: string | null): void {
  if (isOpen) return;
  isOpen = true;
  const container = document.createElement('div');
  // Without this mark the styles of remotes would reach it.
  container.dataset.site = '';
  const shadow = container.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look);
  shadow.adoptedStyleSheets = [sheet];
  document.body.append(container);
  const root = createRoot(shadow);
  const close = () => {
    isOpen = false;
    stop();
    removeEventListener('securitypolicyviolation', draw);
    root.unmount();
    container.remove();
    leaveAddress();
  };
  let asked = 0;
  const draw = async () => {
    asked += 1;
    const turn = asked;
    const facts = await snapshotOf(parts);
    // One that was asked for later may have come sooner.
    if (isOpen && turn === asked) root.render(<WhyDialog facts={facts} app={app} closed={close} />);
  };
  const stop = parts.site.release.subscribe(draw);
  addEventListener('securitypolicyviolation', draw);
  void draw();
}

/** A page that is loaded anew does not open it again. */
function leaveAddress(): void {
  const { hash, pathname, search } = location;
  if (hash.startsWith('#why')) history.replaceState(history.state, '', pathname + search);
}
