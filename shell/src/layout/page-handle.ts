import type { Layout } from '@tallystick/shared/contracts/remote';
import { useMatches } from '@tallystick/shared/router';

/** What the shell's routes carry for the frame around them. */
export interface PageHandle {
  /** First part of the document title. */
  page: string;
  layout: Layout | undefined;
}

/** The handle of the page that is shown. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle;
  return isPageHandle(handle) ? handle : { page: 'Not Found', layout: undefined };
}

function isPageHandle(value: unknown): value is PageHandle {
  return typeof value === 'object' && value !== null && 'page' in value;
}
