import { Link } from 'react-router-dom';
import { addressOf, type Route } from './address/route.ts';
import { useRoute } from './address/use-route.ts';
import { AuditPage } from './audit/audit-page.tsx';
import { BoardPage } from './board/board-page.tsx';
import { Changes } from './change/begin.tsx';
import { PageTitle } from './frame/page-title.tsx';
import { HistoryPage } from './history/history-page.tsx';
import { pageParts } from './parts/all-parts.ts';
import { PolicyPage } from './policy/policy-page.tsx';
import { strings } from './strings.ts';
import { TokensPage } from './tokens/tokens-page.tsx';

/** The page that the address names; changes of its channel begin and end over it. */
export function Page() {
  const route = useRoute();
  return (
    <Changes channel={route.channel}>
      <PageOf route={route} />
    </Changes>
  );
}

function PageOf({ route }: { readonly route: Route }) {
  const { channel } = route;
  if (route.page === 'board') return <BoardPage channel={channel} app={null} />;
  if (route.page === 'app') return <BoardPage channel={channel} app={route.app} />;
  if (route.page === 'history') return <HistoryPage channel={channel} app={route.app} />;
  if (route.page === 'audit') return <AuditPage />;
  if (route.page === 'policy') return <PolicyPage channel={channel} />;
  if (route.page === 'tokens') return <TokensPage />;
  const part = route.page === 'part' && pageParts.find(({ name }) => name === route.name);
  if (part) return <part.Page />;
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
