/**
 * What is shown without React, by any framework or none: a page in place of a component, or a widget. All of it is
 * kept within the element that it gets.
 */
export interface Mountable<Props extends object> {
  /**
   * Shows it in an element that is its own until it is unmounted. What this throws or rejects with is a failure of the
   * build, as it is in a component.
   */
  mount(
    element: HTMLElement,
    props: Props,
    how: MountOptions,
  ): Mounted<Props> | Promise<Mounted<Props>>;
  /** The HTML that the site server puts into the element, for the same props; absent: the browser alone shows it. */
  render?(props: Props): string | Promise<string>;
}

export interface MountOptions {
  /** Whether the element holds what `render` wrote. */
  readonly hydrate: boolean;
}

/** What has been mounted. */
export interface Mounted<Props extends object> {
  /**
   * Shows it with other props; absent: the first stay. It may return a promise of when that is done. What it throws or
   * rejects with is a failure of the build.
   */
  update?(props: Props): unknown;
  /** Ends it; the element is thrown away. */
  unmount(): unknown;
}

/** What a mounted page gets: again whenever some of it may be another. */
export interface PageProps<Data = unknown> {
  /** What its loader brought. */
  readonly data: Data;
  /** What its last action answered. */
  readonly actionData: unknown;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string };
  /** Goes to a path of the site. Plain links in the element do so by themselves. */
  navigate(to: string, options?: { readonly replace?: boolean }): void;
  /** Hands a form to the page's action; then its loader runs again. */
  submit(form: HTMLFormElement | FormData | Readonly<Record<string, string>>): void;
}
