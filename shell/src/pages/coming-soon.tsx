import { siteConfiguration } from '@tallystick/shared/site';
import { Icon } from '../menu/icons.tsx';
import { strings } from '../strings.ts';
import styles from './coming-soon.module.css';

/** A page that is announced and not there yet; that of the API says where its calls stand until then. */
export function ComingSoon({ title }: { title: string }) {
  const { before, link } = strings.openApi;
  const isApi = title === strings.api;
  return (
    <div className={styles.page}>
      <span className={styles.icon}>
        <Icon name={isApi ? 'code' : 'mail'} />
      </span>
      <h1>{title}</h1>
      <p className={styles.soon}>{strings.comingSoon}</p>
      {isApi ? (
        <p>
          {before} <a href={`${siteConfiguration().ledgerUrl}/openapi.json`}>{link}</a>.
        </p>
      ) : null}
    </div>
  );
}
