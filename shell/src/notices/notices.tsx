import { handFocusOn } from '@tallystick/shared/ui/button';
import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './notices.module.css';

interface NoticesProps {
  productName: string;
  /** What people call the part that was replaced by an earlier build; null: none was. */
  replaced: string | null;
  /** Whether another version of the site itself waits, and how urgently. */
  shell: 'none' | 'new' | 'urgent';
  /** The site could not be reached, and this is what the browser kept of it. */
  kept: boolean;
  onLoad: () => void;
  onLater: () => void;
  onDismiss: () => void;
}

/** What an open tab says of releases: calm, out of the way, and never in place of the page. */
export function Notices({ productName, replaced, shell, kept, ...on }: NoticesProps) {
  const words = strings.releases;
  const quiet = replaced === null && shell === 'none' && !kept;
  return (
    <section className={styles.notices} aria-label={quiet ? undefined : words.title}>
      <Notice words={kept ? words.kept(productName) : ''} />
      <Notice words={replaced === null ? '' : words.putBack(replaced)}>
        <button ref={handFocusOn} type="button" onClick={on.onDismiss}>
          {words.dismiss}
        </button>
      </Notice>
      <Notice words={shell === 'none' ? '' : words[shell](productName)} urgent={shell === 'urgent'}>
        <button type="button" onClick={on.onLoad}>
          {words.load}
        </button>
        {shell === 'urgent' ? null : (
          <button ref={handFocusOn} type="button" onClick={on.onLater}>
            {words.later}
          </button>
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

/** Its place is there before its words, and for screen readers too, so that they are read out. */
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
