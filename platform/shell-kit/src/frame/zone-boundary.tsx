import { Component, Fragment, type ReactNode } from 'react';

interface ZoneBoundaryProps {
  /** Which page stands in it. */
  page: string | undefined;
  /** `stuck`: the page that stands in it breaks it, and is not made again. */
  onError: (error: unknown, stuck: boolean) => void;
  /** What stands there if a page breaks it again and again. */
  notice: ReactNode;
  children: ReactNode;
}

interface ZoneBoundaryState {
  /** What stands in it is made anew with each number. */
  made: number;
  /** How often this page broke it. */
  broke: number;
  failed: boolean;
}

/** After so many failures the notice is shown in place of the page. */
const maxFailures = 3;

/**
 * Keeps from the frame what a page throws as it is removed. Nothing of that page is left to show an
 * error, so the page that comes is made once more. A page that is there has a boundary of its own;
 * what that cannot hold ends here too.
 */
export class ZoneBoundary extends Component<ZoneBoundaryProps, ZoneBoundaryState> {
  override state: ZoneBoundaryState = { made: 0, broke: 0, failed: false };

  static getDerivedStateFromError(): Partial<ZoneBoundaryState> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    const { made, broke } = this.state;
    const failed = broke + 1 >= maxFailures;
    this.setState({ made: made + 1, broke: broke + 1, failed });
    this.props.onError(error, failed);
  }

  override componentDidUpdate(before: ZoneBoundaryProps): void {
    if (before.page !== this.props.page && this.state.broke > 0) {
      this.setState({ broke: 0, failed: false });
    }
  }

  override render(): ReactNode {
    const { notice, children } = this.props;
    return this.state.failed ? notice : <Fragment key={this.state.made}>{children}</Fragment>;
  }
}
