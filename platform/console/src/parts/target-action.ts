import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';

/** What can be done with a revision, or with builds in place of what is live, beside moving them. */
export interface TargetActionProps {
  readonly target: PreviewTarget;
  /** What is heard, since several stand in a list. */
  readonly label: string;
}
