import { Link } from 'react-router-dom';
import { usePageName } from '../layout/page-name.ts';
import { strings } from '../strings.ts';
import styles from './plain.module.css';

/** No page has this address, or what it names does not exist. */
export function NotFound() {
  const { title, text, wayOut } = strings.notFound;
  usePageName(title);
  return (
    <div className={styles.plain}>
      <h1>{title}</h1>
      <p>
        {text} <Link to="/">{wayOut}</Link>.
      </p>
    </div>
  );
}
