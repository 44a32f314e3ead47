import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

/**
 * The widgets that remotes expose to others, with their props. The app that brings one and each app that shows
 * it add it, by the same text:
 *
 *     declare module '@tallystick/shell-kit/composition' {
 *       interface RemoteWidgets {
 *         'mfe-notes': { './note-card': { id: string } };
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it
export interface RemoteWidgets {}

interface RemoteProps<App extends keyof RemoteWidgets, Expose extends keyof RemoteWidgets[App]> {
  /** The app that the widget belongs to. */
  readonly app: App;
  /** The expose, as the app's `remote.json` lists it. */
  readonly expose: Expose;
  readonly props: RemoteWidgets[App][Expose] & object;
  /**
   * Shown while the widget loads, and where it cannot be shown. Then its app is not on the site or
   * has no such widget, or no build of it works in this browser.
   */
  readonly fallback: ReactNode;
}

/** A widget of another remote, in the build of that remote that this page has. */
export function Remote<
  App extends keyof RemoteWidgets & string,
  Expose extends keyof RemoteWidgets[App] & string,
>({ app, expose, props, fallback }: RemoteProps<App, Expose>): ReactNode {
  const Shown = useContext(WidgetHost);
  // A page without the site around it has no other remotes.
  return Shown === null ? fallback : <Shown {...{ app, expose, props, fallback }} />;
}

interface SlotProps {
  /** The slot, by the app whose it is: `mfe-notes:beside`. That app's `remote.json` lists it as `beside`. */
  readonly name: string;
  /** What each widget in it gets. */
  readonly props: object;
}

/**
 * A place for widgets that other remotes bring: which, and in which order, the release says. Empty where there are
 * none, and as long as they load; a widget that fails leaves its place empty.
 */
export function Slot({ name, props }: SlotProps): ReactNode {
  const Shown = useContext(WidgetHost);
  return Shown === null ? null : (
    <Shown app="" expose="" slot={name} props={props} fallback={null} />
  );
}

/** A widget that is to be shown. */
export interface HostedWidget {
  readonly app: string;
  readonly expose: string;
  readonly props: object;
  readonly fallback: ReactNode;
  /** In place of one widget, those of a slot are to be shown, which this names. */
  readonly slot?: string;
}

/** Set by the site: what loads and shows widgets. */
export const WidgetHost = createContext<ComponentType<HostedWidget> | null>(null);
