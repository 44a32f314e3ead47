import { Link } from '@tallystick/shared/router';
import { addressOf, type Place } from './address/place.ts';
import { usePlace } from './address/use-place.ts';
import { AuditPage } from './audit/audit-page.tsx';
import { BoardPage } from './board/board-page.tsx';
import { Changes } from './change/begin.tsx';
import { PageTitle } from './frame/page-title.tsx';
import { HistoryPage } from './history/history-page.tsx';
import { strings } from './strings.ts';
import { TokensPage } from './tokens/tokens-page.tsx';

/** The page that the address names; changes of its channel begin and end over it. */
export function Page() {
  const place = usePlace();
  return (
    <Changes key={place.channel} channel={place.channel}>
      <PageOf place={place} />
    </Changes>
  );
}

function PageOf({ place }: { readonly place: Place }) {
  const { channel } = place;
  if (place.page === 'board') return <BoardPage channel={channel} app={null} />;
  if (place.page === 'app') return <BoardPage channel={channel} app={place.app} />;
  if (place.page === 'history') return <HistoryPage channel={channel} app={place.app} />;
  if (place.page === 'audit') return <AuditPage />;
  if (place.page === 'tokens') return <TokensPage />;
  return (
    <>
      <PageTitle text={strings.nowhere.title} />
      <p>{strings.nowhere.text}</p>
      <p>
        <Link to={addressOf({ page: 'board', channel })}>{strings.nowhere.back}</Link>
      </p>
    </>
  );
}
