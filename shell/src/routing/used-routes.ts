import type { AppBuild } from '../federation/running.ts';

interface Match {
  route: { handle?: unknown };
}

/** Whose page the router shows, and by the routes of which revision; as the handles say. */
export function usedRoutes(matches: readonly Match[]): { at: AppBuild | null; revision: number } {
  const frame = matches[0]?.route.handle;
  const page = matches.at(-1)?.route.handle;
  return {
    at: isRecord(page) && isAppBuild(page.part) ? page.part : null,
    revision: isRecord(frame) && typeof frame.revision === 'number' ? frame.revision : 0,
  };
}

function isAppBuild(value: unknown): value is AppBuild {
  return isRecord(value) && typeof value.app === 'string' && typeof value.build === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
