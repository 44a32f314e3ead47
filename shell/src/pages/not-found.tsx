import { Link } from '@tallystick/shared/router';
import styles from './plain.module.css';

/** No page has this address, or what it names does not exist. */
export function NotFound() {
  return (
    <div className={styles.plain}>
      <h1>Not Found</h1>
      <p>
        Nothing has this address. <Link to="/">See the latest transactions</Link>.
      </p>
    </div>
  );
}
