import {
  type ExposedRoutes,
  type ExposedWidget,
  isMountable,
  type ReactRoutes,
  type RemoteModule,
  type WidgetModule,
} from '../federation/remote-module.ts';

/** What mounts, for React to show it: loaded with the first build that needs it. */
const loadMounted = () => import('./mounted.tsx');

/** The pages of a build with a component for each that is shown without React. */
export async function routesInReact(module: ExposedRoutes): Promise<RemoteModule> {
  if (hasComponents(module)) return module;
  const { mountedRoutes } = await loadMounted();
  return { ...module, routes: mountedRoutes(module.routes) };
}

/** The same of a widget. */
export async function widgetInReact(module: ExposedWidget): Promise<WidgetModule> {
  const { Widget, ...others } = module;
  if (!isMountable(Widget)) return { ...others, Widget };
  const { mountedWidget } = await loadMounted();
  return { ...others, Widget: mountedWidget(Widget) };
}

function hasComponents(module: ExposedRoutes): module is RemoteModule {
  return areShown(module.routes);
}

function areShown(routes: ExposedRoutes['routes']): routes is ReactRoutes {
  return Object.values(routes).every(
    (route) => !isMountable(route) && (route.children === undefined || areShown(route.children)),
  );
}
