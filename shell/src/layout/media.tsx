import type { FrameProps } from '@tallystick/shell-kit/shell';
import { strings } from '../strings.ts';
import styles from './media.module.css';
import { Zone } from './zone.tsx';

/** The banner: the page's first words, over its image. */
export function Media({ media }: { media: NonNullable<FrameProps['layout']['media']> }) {
  return (
    <section className={styles.media} aria-label={strings.banner}>
      {media.link === null ? null : <img className={styles.image} src={media.link} alt="" />}
      <Zone size={media.size}>
        <div className={styles.words}>
          {media.title === '' ? null : <h1>{media.title}</h1>}
          {media.text === null ? null : <p>{media.text}</p>}
        </div>
      </Zone>
    </section>
  );
}
