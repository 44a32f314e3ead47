import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIdSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import type { ArtifactStore } from './artifacts.ts';
import type { Channel, Revision } from './channel.ts';

export type ReleaseResult =
  | { ok: true; revision: Revision; moved: string[] }
  | { ok: false; problem: string };

const currentSchema = v.object({ build: buildIdSchema });

/**
 * Publishes the newest build in each app folder's `dist` and, if any of them is not what the
 * channel has, appends one revision that moves them together.
 */
export async function releaseFolders(
  folders: readonly string[],
  store: ArtifactStore,
  channel: Channel,
  by: string,
  reason: string,
): Promise<ReleaseResult> {
  const builds: Record<string, string> = {};
  for (const folder of folders) {
    const newest = await newestBuild(folder);
    if (newest === null) return { ok: false, problem: `${folder} has not been built` };
    const result = await store.publish(join(folder, 'dist', newest));
    if (!result.ok) return result;
    builds[result.artifact.app] = result.artifact.build;
  }
  for (;;) {
    const current = await channel.current();
    const moved = Object.keys(builds).filter((app) => current?.builds[app] !== builds[app]);
    if (current !== null && moved.length === 0) return { ok: true, revision: current, moved };
    const next = { builds: { ...current?.builds, ...builds }, by, reason };
    const result = await channel.append(current?.revision ?? 0, next);
    if (result.ok) return { ok: true, revision: result.revision, moved };
    if (result.code !== 'moved') return result;
  }
}

async function newestBuild(folder: string): Promise<string | null> {
  try {
    const text = await readFile(join(folder, 'dist', 'current.json'), 'utf8');
    return v.parse(currentSchema, JSON.parse(text)).build;
  } catch {
    return null;
  }
}
