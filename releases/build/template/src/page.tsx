import { ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { PageHead } from '@tallystick/shared/ui/page-head';
import styles from './page.module.css';

/** What the page shows: asked of the ledger before it appears, given up when somebody leaves. */
export const loadPage = ({ request }: LoaderFunctionArgs) =>
  ledger.latestTransfers({ index: 1 }, request.signal);

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
