import { Link } from '@tallystick/shared/router';
import { addressOf } from './address/place.ts';
import { usePlace } from './address/use-place.ts';
import { AuditPage } from './audit/audit-page.tsx';
import { BoardPage } from './board/board-page.tsx';
import { PageTitle } from './frame/page-title.tsx';
import { HistoryPage } from './history/history-page.tsx';
import { strings } from './strings.ts';
import { TokensPage } from './tokens/tokens-page.tsx';

/** The page that the address names. */
export function Page() {
  const place = usePlace();
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
