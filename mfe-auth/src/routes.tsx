import type { RouteModules } from '@tallystick/shared/contracts/route-module';

const Access = () => <h1>Account Access</h1>;
const Account = () => <h1>Account</h1>;
const SignOut = () => <h1>Sign Out</h1>;

export const routes: RouteModules = {
  '/auth': { Component: Access },
  '/auth/mail': { Component: Access },
  '/auth/next': { Component: Account },
  '/auth/x': { Component: SignOut },
};
