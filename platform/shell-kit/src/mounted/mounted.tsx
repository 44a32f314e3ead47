import type { Mountable, PageProps } from '@tallystick/contract/mountable';
import type { MountedRoute, RouteModule, RouteModules } from '@tallystick/contract/route-module';
import { type ComponentType, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useActionData, useLocation, useNavigate, useParams, useSubmit } from 'react-router-dom';
import type { ReactRoutes } from '../federation/remote-module.ts';
import { RenderMountableContext } from '../rendering/render-mountable.ts';
import { useLoaderData } from '../router/route-state.ts';
import { followLinks } from './follow-links.ts';
import { type RunningMountable, runMountable } from './run-mountable.ts';

// This runs in an earlier React too, which knows neither `use` nor a context as an element.

/** The routes of a build as React shows them: what is mounted is in a component. */
export function mountedRoutes(routes: RouteModules): ReactRoutes {
  return Object.fromEntries(
    Object.entries(routes).map(([path, route]) => [path, mountedRoute(route)]),
  );
}

/** The same of one route. */
export function mountedRoute(
  route: RouteModule | MountedRoute,
): RouteModule & { children?: ReactRoutes } {
  if ('mount' in route) {
    const { mount: _mount, render: _render, ...functions } = route;
    return { ...functions, Component: () => <Mounted mountable={route} props={usePageProps()} /> };
  }
  const { children, ...itself } = route;
  return children === undefined ? itself : { ...itself, children: mountedRoutes(children) };
}

/** A widget as React shows it. */
export function mountedWidget(mountable: Mountable<object>): ComponentType<object> {
  return (props) => <Mounted mountable={mountable} props={props} />;
}

/** What a component asks the router for. */
function usePageProps(): PageProps {
  const data = useLoaderData();
  const actionData = useActionData();
  const params = useParams();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const submit = useSubmit();
  return useMemo(
    () => ({
      data,
      actionData,
      params,
      location: { pathname, search, hash },
      navigate: (to, options) => void navigate(to, options),
      submit: (form) => void submit(form, { method: 'post' }),
    }),
    [data, actionData, params, pathname, search, hash, navigate, submit],
  );
}

interface MountedProps<Props extends object> {
  mountable: Mountable<Props>;
  props: Props;
}

/** An element in which React touches nothing, with what is mounted there. */
function Mounted<Props extends object>({ mountable, props }: MountedProps<Props>) {
  const element = useRef<HTMLDivElement>(null);
  const running = useRef<RunningMountable<Props>>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const navigate = useRef(useNavigate());
  const render = useContext(RenderMountableContext);
  // In a browser React keeps what the server wrote there.
  const [html] = useState({ __html: '' });
  const rendered = render && mountable.render ? { __html: render(mountable, props) } : html;
  useLayoutEffect(() => {
    if (element.current === null) return;
    running.current ??= runMountable(mountable, element.current, props, (error) =>
      setFailure({ error }),
    );
    running.current.show(props);
  }, [mountable, props]);
  useLayoutEffect(() => {
    const { current } = element;
    return current === null ? undefined : followLinks(current, (to) => void navigate.current(to));
  }, []);
  // A boundary that waits again ends the effects of what it hides, and begins them anew.
  useLayoutEffect(
    () => () => {
      running.current?.end();
      running.current = null;
    },
    [],
  );
  // To the page's own boundary: the ladder starts there.
  if (failure !== null) throw failure.error;
  return <div ref={element} dangerouslySetInnerHTML={rendered} suppressHydrationWarning />;
}
