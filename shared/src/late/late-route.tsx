import type { RouteModule } from '@tallystick/contract/route-module';
import type { ComponentType } from 'react';

/**
 * A page whose code comes when it is first visited, in a file of its own: `load` is an `import()`.
 * While it loads, the page that is left stays. If it cannot be loaded, the route fails like any
 * other, and the next visit asks again.
 */
export function lateRoute(
  load: () => Promise<Pick<RouteModule, 'Component' | 'loader'>>,
): RouteModule {
  let Arrived: ComponentType | null = null;
  return {
    loader: async (args) => {
      const { Component, loader } = await load();
      Arrived = Component;
      return (await loader?.(args)) ?? null;
    },
    // Rendered when the loader is through, and so the code is there.
    Component: () => (Arrived === null ? null : <Arrived />),
  };
}
