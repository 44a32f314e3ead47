import type { Preview } from '@tallystick/contract/release';
import { createRoot } from 'react-dom/client';
import { strings } from '../strings.ts';
import styles from './preview-banner.module.css';

/** Says, above everything, that this is not what everybody gets, and offers the way back to it. */
export function showBanner({ revision, builds, leave }: Preview): void {
  const words = strings.preview;
  const named = Object.entries(builds).map(([app, build]) => `${app} ${build}`);
  const container = document.createElement('div');
  document.body.prepend(container);
  createRoot(container).render(
    <section className={styles.banner} aria-label={words.title}>
      <p>
        {named.length > 0 ? words.builds(named.join(', ')) : words.revision(revision ?? 0)}{' '}
        {/* Not a link of the router's: the whole page is loaded anew. */}
        <a href={leave}>{words.leave}</a>
      </p>
    </section>,
  );
}
