import type { RouteModules } from '@tallystick/shared/contracts/route-module';
import { lateRoute } from '@tallystick/shared/late/late-route';
import { Assets, loadAssets } from './lists/assets.tsx';
import { Latest, loadLatest } from './lists/latest.tsx';
import { loadAllTransfers, Transfers } from './lists/transfers.tsx';

// Most visits begin at a list.
const transaction = lateRoute(
  async () => (await import('./transaction/transaction.tsx')).transactionPage,
);

/** The pages of the ledger, by the paths that remote.json declares. */
export const routes: RouteModules = {
  '/': { Component: Latest, loader: loadLatest },
  '/assets': { Component: Assets, loader: loadAssets },
  '/transfers': { Component: Transfers, loader: loadAllTransfers },
  '/tx/:id': transaction,
  '/ux/:id': transaction,
  '/ax/:id': transaction,
};
