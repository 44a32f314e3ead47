import type { Layout } from '@tallystick/shared/contracts/remote';
import { useMatches } from '@tallystick/shared/router';
import type { AppBuild } from '../federation/running.ts';
import { strings } from '../strings.ts';

/** What the shell's routes carry for the frame around them. */
export interface PageHandle {
  /** First part of the document title, and the heading of the narrow bar. */
  page: string;
  layout: Layout | undefined;
  /** Path of the artifact whose app declares the page, with a trailing slash. */
  base: string;
  /** The build whose page it is; null: the shell's own. */
  part: AppBuild | null;
}

/** The handle of the page that is shown. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle;
  return isPageHandle(handle)
    ? handle
    : { page: strings.notFound.title, layout: undefined, base: '/', part: null };
}

function isPageHandle(value: unknown): value is PageHandle {
  return typeof value === 'object' && value !== null && 'page' in value;
}
