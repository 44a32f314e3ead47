import { strings } from '../strings.ts';
import styles from './plain.module.css';

/** A page that is announced and not there yet. */
export function ComingSoon({ title }: { title: string }) {
  return (
    <div className={styles.plain}>
      <h1>{title}</h1>
      <p>{strings.comingSoon}</p>
    </div>
  );
}
