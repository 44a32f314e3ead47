import styles from './notice.module.css';

/** The last resort: the frame itself failed. */
export function UnexpectedError() {
  return (
    <main className={styles.notice}>
      <h1>Unexpected Application Error</h1>
      <p>The page stopped working. Loading it again usually helps.</p>
      <button type="button" onClick={() => window.location.reload()}>
        Load again
      </button>
    </main>
  );
}
