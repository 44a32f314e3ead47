import type { Preview } from '@tallystick/contract/release';
import { strings } from '../strings.ts';
import styles from './preview-banner.module.css';

/** Says, above everything, that this is not what everybody gets, and offers the way back to it. */
export function PreviewBanner({ preview }: { preview: Preview }) {
  const { revision, builds, leave } = preview;
  const words = strings.preview;
  const named = Object.entries(builds).map(([app, build]) => `${app} ${build}`);
  return (
    <section className={styles.banner} aria-label={words.title}>
      <p>
        {named.length > 0 ? words.builds(named.join(', ')) : words.revision(revision ?? 0)}{' '}
        {/* Not a link of the router's: the whole page is loaded anew. */}
        <a href={leave}>{words.leave}</a>
      </p>
    </section>
  );
}
