import { noPage } from '@tallystick/contract/no-page';
import { Link } from 'react-router-dom';
import { usePageName } from '../frame/page-name.ts';
import { useSite } from '../site-context.ts';

/** No page has this address, or what it names does not exist. */
export function PlainNotFound() {
  const { texts } = useSite().shell;
  usePageName(noPage.title);
  return (
    <>
      <h1>{noPage.title}</h1>
      <p>
        {noPage.text} <Link to="/">{texts.wayOut}</Link>.
      </p>
    </>
  );
}
