import { useLate } from '@tallystick/shared/late/use-late';
import { usePageName } from '@tallystick/shell-kit/frame/page-name';
import { PageBoundary } from '@tallystick/shell-kit/page-boundary';
import { use } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { SearchField } from '../search/search-field.tsx';
import { SearchRoutesContext } from '../search/search-routes.ts';
import { strings } from '../strings.ts';
import styles from './plain.module.css';

const loadMeant = async () => (await import('../search/meant.tsx')).Meant;

/** No page has this address, or what it names does not exist: what may have been meant, and a search. */
export function NotFound() {
  const { title, text, wayOut, search } = strings.notFound;
  const { pathname } = useLocation();
  const canSearch = use(SearchRoutesContext).has('transfers');
  const [Meant] = useLate(loadMeant, canSearch ? pathname : null);
  usePageName(title);
  return (
    <div className={styles.plain}>
      <h1>{title}</h1>
      <p>
        {text} <Link to="/">{wayOut}</Link>.
      </p>
      {canSearch ? (
        <>
          <p>{search}</p>
          <div className={styles.search}>
            <SearchField />
          </div>
          <PageBoundary page={pathname} broken={() => null}>
            {Meant ? <Meant key={pathname} pathname={pathname} /> : null}
          </PageBoundary>
        </>
      ) : null}
    </div>
  );
}
