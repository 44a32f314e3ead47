import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { RouteModule, RouteModules } from '@tallystick/shared/contracts/route-module';
import { partyLoader } from './party/load-party.ts';
import { PartyPage } from './party/party-page.tsx';

const partyRoute = (kind: PartyKind): RouteModule => ({
  Component: () => <PartyPage kind={kind} />,
  loader: partyLoader(kind),
});

/** The pages of parties, by the paths that remote.json declares. */
export const routes: RouteModules = {
  '/user/:id': partyRoute('user'),
  '/creator/:id': partyRoute('creator'),
  '/consumer/:id': partyRoute('consumer'),
  '/checker/:id': partyRoute('checker'),
};
