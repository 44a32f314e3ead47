import { siteConfiguration } from '@tallystick/shared/site';
import type { NoticesProps } from '@tallystick/shell-kit/shell';
import { Button, handFocusOn } from '@tallystick/ui/button';
import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './notices.module.css';

/** Notices of releases and of the offline copy, beside the page and never instead of it. */
export function Notices({ replaced, shell, kept, tell }: NoticesProps) {
  const { productName } = siteConfiguration();
  const words = strings.releases;
  const quiet = replaced === null && shell === 'none' && !kept;
  return (
    <section className={styles.notices} aria-label={quiet ? undefined : words.title}>
      <Notice words={kept ? words.savedCopy(productName) : ''} />
      <Notice words={replaced === null ? '' : words.rolledBack(replaced)}>
        <Button ref={handFocusOn} onClick={() => tell('dismissed')}>
          {words.dismiss}
        </Button>
      </Notice>
      <Notice words={shell === 'none' ? '' : words[shell](productName)} urgent={shell === 'urgent'}>
        <Button onClick={() => tell('accepted')}>{words.load}</Button>
        {shell === 'urgent' ? null : (
          <Button ref={handFocusOn} onClick={() => tell('later')}>
            {words.later}
          </Button>
        )}
      </Notice>
    </section>
  );
}

interface NoticeProps {
  /** Empty: there is none. */
  words: string;
  urgent?: boolean;
  children?: ReactNode;
}

/** The live region is there, hidden, before its text; otherwise screen readers would not announce it. */
function Notice({ words, urgent = false, children }: NoticeProps) {
  return (
    <div
      className={words === '' ? 'visually-hidden' : styles.notice}
      data-urgent={urgent || undefined}
    >
      <p role="status">{words}</p>
      {words === '' ? null : children}
    </div>
  );
}
