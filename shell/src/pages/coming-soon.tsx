import { siteConfiguration } from '@tallystick/shared/site';
import type { ReactNode } from 'react';
import { EntryIcon } from '../menu/icons.tsx';
import { strings } from '../strings.ts';
import styles from './coming-soon.module.css';

/** The calls of the ledger, for programs. */
export function ApiPage() {
  const { before, link } = strings.openApi;
  return (
    <ComingSoon title={strings.api} icon="code">
      <p>
        {before} <a href={`${siteConfiguration().ledgerUrl}/openapi.json`}>{link}</a>.
      </p>
    </ComingSoon>
  );
}

/** The ways to whoever runs the site. */
export function ContactPage() {
  return <ComingSoon title={strings.contact} icon="mail" />;
}

interface ComingSoonProps {
  title: string;
  icon: string;
  children?: ReactNode;
}

/** A page that is announced and not there yet. */
function ComingSoon({ title, icon, children }: ComingSoonProps) {
  return (
    <div className={styles.page}>
      <span className={styles.icon}>
        <EntryIcon name={icon} />
      </span>
      <h1>{title}</h1>
      <p className={styles.soon}>{strings.comingSoon}</p>
      {children}
    </div>
  );
}
