import type { RouteModules } from '@tallystick/shared/contracts/route-module';

const User = () => <h1>User</h1>;
const Creator = () => <h1>Creator</h1>;
const Consumer = () => <h1>Consumer</h1>;
const Checker = () => <h1>Checker</h1>;

export const routes: RouteModules = {
  '/user/:id': { Component: User },
  '/creator/:id': { Component: Creator },
  '/consumer/:id': { Component: Consumer },
  '/checker/:id': { Component: Checker },
};
