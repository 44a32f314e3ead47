import { siteConfiguration } from '@tallystick/shared/site';
import type { NoticesProps } from '@tallystick/shell-kit/shell';
import { Button, handFocusOn } from '@tallystick/ui/button';
import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './notices.module.css';

/** Notices of releases and of the offline copy, beside the page and never instead of it. */
export function Notices({ replaced, shell, kept, lost, tell }: NoticesProps) {
  const { productName } = siteConfiguration();
  const words = strings.releases;
  const quiet = replaced === null && shell === 'none' && !kept && lost.length === 0;
  return (
    <section className={styles.notices} aria-label={quiet ? undefined : words.title}>
      <Notice words={kept ? words.savedCopy(productName) : ''} />
      <Notice words={replaced === null ? '' : words.rolledBack(replaced)}>
        <Button ref={handFocusOn} onClick={() => tell('dismissed')}>
          {words.dismiss}
        </Button>
      </Notice>
      <Notice
        words={lost.map(({ title, texts }) => words.lost(title, texts.length > 0)).join(' ')}
        urgent
      >
        {lost.map((one) => (
          <LostTexts key={one.title} {...one} />
        ))}
        <Button ref={handFocusOn} onClick={() => tell('copied')}>
          {words.copied}
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

/** What was typed into a part that is gone, to be copied. */
function LostTexts({ title, texts }: NoticesProps['lost'][number]) {
  return texts.map(({ label, text }, at) => (
    <label key={at} className={styles.lost}>
      {label === '' ? title : label}
      <textarea readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
    </label>
  ));
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
