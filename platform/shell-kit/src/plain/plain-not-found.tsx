import { Link } from 'react-router-dom';
import { usePageName } from '../frame/page-name.ts';
import { useSite } from '../site-context.ts';

/** No page has this address, or what it names does not exist. */
export function PlainNotFound({ title }: { title: string }) {
  const { texts } = useSite().shell;
  usePageName(title);
  return (
    <>
      <h1>{title}</h1>
      <p>
        Nothing has this address. <Link to="/">{texts.wayOut}</Link>.
      </p>
    </>
  );
}
