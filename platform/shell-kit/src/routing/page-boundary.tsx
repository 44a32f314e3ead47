import { Component, type ReactNode, useLayoutEffect } from 'react';

interface PageBoundaryProps {
  /** What stands here, and how often it was loaded. */
  page: unknown;
  /** What stands there while the page is broken. */
  broken: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface PageBoundaryState {
  page: unknown;
  failed: { error: unknown } | null;
}

/** Holds what a page throws as it is drawn, until it is loaded anew or another one comes. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { page: this.props.page, failed: null };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps(
    { page }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return page === state.page ? null : { page, failed: null };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed === null ? this.props.children : this.props.broken(failed.error);
  }
}

interface FailedProps {
  error: unknown;
  failed: (error: unknown) => void;
}

/** Stands where something broke: shows nothing, and says so. */
export function Failed({ error, failed }: FailedProps): ReactNode {
  useLayoutEffect(() => failed(error), [error, failed]);
  return null;
}
