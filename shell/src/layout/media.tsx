import type { PageLayout } from './layout.ts';
import styles from './media.module.css';
import { Zone } from './zone.tsx';

/** The banner: its image, or the tally stick's notches, behind the page's first words. */
export function Media({ media }: { media: NonNullable<PageLayout['media']> }) {
  return (
    <section className={styles.media} aria-label="Banner">
      {media.link === null ? (
        <svg className={styles.image} aria-hidden="true">
          <defs>
            <pattern id="notches" width="46" height="1000" patternUnits="userSpaceOnUse">
              <path d="M12 0v46M23 0v30M34 0v58" stroke="var(--line)" strokeWidth="2" />
            </pattern>
          </defs>
          <rect width="100%" height="100%" fill="url(#notches)" />
        </svg>
      ) : (
        <img className={styles.image} src={media.link} alt="" />
      )}
      <Zone size={media.size}>
        <div className={styles.words}>
          <h1>{media.title}</h1>
          {media.text === null ? null : <p>{media.text}</p>}
        </div>
      </Zone>
    </section>
  );
}
