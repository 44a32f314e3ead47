import type { BuildKey } from '@tallystick/registry/contract/build-key';
import type { Admin } from '../admin/admin.ts';
import type { Answer, Trouble } from '../admin/answer.ts';
import { useQuery } from '../live/use-query.ts';
import type { ChangeIntent } from './intent.ts';

/** So many of the newest revisions of an app are looked through. */
const most = 100;

interface LiveBefore {
  readonly wasLive: (key: BuildKey) => boolean;
  /** Why it is not known; null if it is. */
  readonly trouble: Trouble | null;
}

/** Whether a build was live in a channel: a rollback goes to no other. All may be meant by another change. */
export function useLiveBefore(channel: string, intent: ChangeIntent): LiveBefore {
  const apps = intent.kind === 'rollback' ? intent.apps : [];
  const { value, trouble } = useQuery(`live before ${channel} ${apps}`, (admin, signal) =>
    readMoves(admin, channel, apps, signal),
  );
  const wasLive = ({ app, build }: BuildKey) =>
    !apps.includes(app) || (value?.has(`${app}@${build}`) ?? false);
  return { wasLive, trouble };
}

async function readMoves(
  admin: Admin,
  channel: string,
  apps: readonly string[],
  signal: AbortSignal,
): Promise<Answer<ReadonlySet<string>>> {
  const found = new Set<string>();
  for (const app of apps) {
    const answer = await admin.history(channel, { app, before: null, limit: most }, signal);
    if (!answer.ok) return answer;
    for (const { moves } of answer.value.revisions) {
      for (const move of moves)
        for (const build of [move.from, move.to]) found.add(`${move.app}@${build}`);
    }
  }
  return { ok: true, value: found };
}
