import { entryPath, menuEntries } from '@tallystick/shell-kit/menu';
import { plainShell } from '@tallystick/shell-kit/plain';
import type { FrameProps, Shell } from '@tallystick/shell-kit/shell';
import { Link } from 'react-router-dom';
import './look.css';

/** What stands around every page: the name of the site, and what its remotes put into the menu. */
function Frame({ release, zones, main, leaving, children }: FrameProps) {
  return (
    <>
      <header className="top">
        <Link className="name" to="/">
          Site Name
        </Link>
        <nav aria-label="Main">
          {menuEntries(release.remotes).map((entry) => (
            <Link key={entry.name} to={entryPath(entry)}>
              {entry.text}
            </Link>
          ))}
        </nav>
      </header>
      <div ref={zones.media} />
      <main {...main} data-leaving={leaving}>
        {children}
      </main>
      <footer ref={zones.footer} />
    </>
  );
}

/** What this site's shell is made of; what it does not say is the kit's own. */
export const shell: Shell = {
  ...plainShell,
  Frame,
  documentTitle: (page) => `${page} • Site Name`,
};
