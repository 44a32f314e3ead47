import { strings } from '../strings.ts';
import styles from './notices.module.css';

export interface NoticesProps {
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
    <section className={styles.notices} aria-label={words.title} hidden={quiet}>
      <div className={styles.notice} hidden={!kept}>
        <p role="status">{kept ? words.kept(productName) : ''}</p>
      </div>
      <div className={styles.notice} hidden={replaced === null}>
        {/* There before its words are, so that they are read out. */}
        <p role="status">{replaced === null ? '' : words.putBack(replaced)}</p>
        <button type="button" onClick={on.onDismiss}>
          {words.dismiss}
        </button>
      </div>
      <div
        className={styles.notice}
        hidden={shell === 'none'}
        data-urgent={shell === 'urgent' || undefined}
      >
        <p role="status">{shell === 'none' ? '' : words[shell](productName)}</p>
        <button type="button" onClick={on.onLoad}>
          {words.load}
        </button>
        {shell === 'urgent' ? null : (
          <button type="button" onClick={on.onLater}>
            {words.later}
          </button>
        )}
      </div>
    </section>
  );
}
