import type { RouteModule, RouteModules } from '@tallystick/shared/contracts/route-module';
import { Assets, loadAssets } from './lists/assets.tsx';
import { Latest, loadLatest } from './lists/latest.tsx';
import { loadAllTransfers, Transfers } from './lists/transfers.tsx';
import { loadTransaction } from './transaction/load-transaction.ts';
import { Transaction } from './transaction/transaction.tsx';

const transaction: RouteModule = { Component: Transaction, loader: loadTransaction };

/** The pages of the ledger, by the paths that remote.json declares. */
export const routes: RouteModules = {
  '/': { Component: Latest, loader: loadLatest },
  '/assets': { Component: Assets, loader: loadAssets },
  '/transfers': { Component: Transfers, loader: loadAllTransfers },
  '/tx/:id': transaction,
  '/ux/:id': transaction,
  '/ax/:id': transaction,
};
