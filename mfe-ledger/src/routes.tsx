import type { RouteModules } from '@tallystick/shared/contracts/route-module';

const Latest = () => <h2>Latest Transactions</h2>;
const Assets = () => <h1>Credentials &amp; Data Assets</h1>;
const Transfers = () => <h1>Transactions</h1>;
const Transaction = () => <h1>Transaction</h1>;

export const routes: RouteModules = {
  '/': { Component: Latest },
  '/assets': { Component: Assets },
  '/transfers': { Component: Transfers },
  '/tx/:id': { Component: Transaction },
  '/ux/:id': { Component: Transaction },
  '/ax/:id': { Component: Transaction },
};
