import { useLoaderData } from '@tallystick/shared/router';
import { PageHead } from '@tallystick/shared/ui/page-head';
import type { loadPage } from './load-page.ts';
import styles from './page.module.css';

export function Page() {
  const latest = useLoaderData<Awaited<ReturnType<typeof loadPage>>>();
  return (
    <>
      <PageHead title="Placeholder" />
      <p className={styles.words}>
        {latest.ok ? `${latest.data.count} transfers are on record.` : latest.error}
      </p>
    </>
  );
}
