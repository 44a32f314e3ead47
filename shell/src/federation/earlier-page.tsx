import type { RouteModule } from '@tallystick/shared/contracts/route-module';
import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Root } from 'react-dom/client';
import { useLoaderData, useLocation, useNavigate } from 'react-router-dom';

type EarlierReact = typeof import('#earlier-react').earlierReact;

/** What the router's hooks would say, which work in the page's React alone. */
export interface EarlierPageProps {
  data: unknown;
  params: Readonly<Record<string, string | undefined>>;
  location: { pathname: string; search: string; hash: string };
  navigate: (to: string) => void;
}

type Loaded = Pick<EarlierPageProps, 'data' | 'params'>;

/** A page of an earlier React, in a root of its own, as one of the page's React. */
export function earlierPage(
  { react, reactDomClient }: EarlierReact,
  { Component, loader }: RouteModule,
): RouteModule {
  const Page: ComponentType<Partial<EarlierPageProps>> = Component;
  const Contained = boundaryOf(react);
  function EarlierPage() {
    const host = useRef<HTMLDivElement>(null);
    const root = useRef<Root>(null);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const { data, params } = useLoaderData<Loaded>();
    const props: EarlierPageProps = {
      data,
      params,
      location: useLocation(),
      navigate: useNavigate(),
    };
    useLayoutEffect(() => {
      if (host.current === null) return;
      const made = reactDomClient.createRoot(host.current);
      root.current = made;
      return () => made.unmount();
    }, []);
    useLayoutEffect(() => {
      const page = react.createElement(Page, props);
      const failed = (error: unknown) => setFailure({ error });
      root.current?.render(react.createElement(Contained, { failed }, page));
    });
    // To the page's own boundary: the ladder starts there.
    if (failure !== null) throw failure.error;
    return <div ref={host} />;
  }
  return {
    Component: EarlierPage,
    async loader(args) {
      const data: unknown = (await loader?.(args)) ?? null;
      return data instanceof Response ? data : ({ data, params: args.params } satisfies Loaded);
    },
  };
}

interface ContainedProps {
  failed: (error: unknown) => void;
  children?: ReactNode;
}

/** An error boundary of the earlier React: the page's own does not see what is thrown in another root. */
function boundaryOf({ Component }: EarlierReact['react']): ComponentType<ContainedProps> {
  return class Contained extends Component<ContainedProps, { hasFailed: boolean }> {
    override state = { hasFailed: false };

    static getDerivedStateFromError() {
      return { hasFailed: true };
    }

    override componentDidCatch(error: unknown) {
      this.props.failed(error);
    }

    override render() {
      return this.state.hasFailed ? null : this.props.children;
    }
  };
}
