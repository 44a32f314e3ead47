import type { RouteModule } from '@tallystick/shared/contracts/route-module';
import { loadTransaction } from './load-transaction.ts';
import { Transaction } from './transaction.tsx';

/** The page of one transfer. */
export const transactionPage: RouteModule = { Component: Transaction, loader: loadTransaction };
