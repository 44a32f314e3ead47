import type { RouteModule, RouteModules } from '@tallystick/shared/contracts/route-module';
import { Account, loadAccount } from './account/account.tsx';
import { Access, loadAccess } from './sign-in/access.tsx';
import { loadSignOut, SignOut } from './sign-out/sign-out.tsx';

const access: RouteModule = { Component: Access, loader: loadAccess };

/** The pages of sign-in, by the paths that remote.json declares. */
export const routes: RouteModules = {
  '/auth': access,
  '/auth/mail': access,
  '/auth/next': { Component: Account, loader: loadAccount },
  '/auth/x': { Component: SignOut, loader: loadSignOut },
};
