import type { Width } from '@tallystick/contract/remote';
import { siteConfiguration } from '@tallystick/shared/site';
import type { ReactNode, Ref } from 'react';
import { strings } from '../strings.ts';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './footer.module.css';
import { Zone } from './zone.tsx';

interface FooterProps {
  size: Width;
  /** Gets the place of what a page shows here. */
  zone: Ref<HTMLDivElement>;
  /** Stands before the choice of the theme. */
  children: ReactNode;
}

/** What the site is, and the choice of its theme. */
export function Footer({ size, zone, children }: FooterProps) {
  const { productName, siteMode } = siteConfiguration();
  return (
    <footer className={styles.footer}>
      <Zone size={size}>
        <div ref={zone} />
        <div className={styles.row}>
          <span className={styles.words}>{`${productName} · ${strings.tagline}`}</span>
          {siteMode === 'sandbox' ? <span className={styles.mode}>{strings.sandbox}</span> : null}
          {children}
          <ThemeChoice />
        </div>
      </Zone>
    </footer>
  );
}
