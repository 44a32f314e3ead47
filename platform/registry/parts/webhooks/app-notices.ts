import { sql } from 'kysely';
import { namesBy, type Replay } from '../../src/audit/replay.ts';
import { movesWords } from '../../src/contract/audit-sentence.ts';
import type { ChangeKind, Revision } from '../../src/contract/channel.ts';
import type { AnyNotice } from '../../src/contract/notice.ts';
import type { Reader } from '../../src/store/writes.ts';

/** What an app's own webhook says of a revision that moves the app; `from` and `to` are its live builds. */
interface ChangeNotice extends AnyNotice, Omit<Revision['moves'][number], 'app'> {
  kind: 'moved';
  change: ChangeKind;
  by: string;
  reason: string;
}

export type AppNotice = AnyNotice | ChangeNotice;

/** Keeps a notice for the team of its app, if that has a webhook; once for each key. */
export async function putAppNotice(db: Reader, key: string, notice: AppNotice): Promise<void> {
  const { app, at } = notice;
  await sql`
    insert into app_notice (app, key, made_at, body, tries, next_at)
    select app, ${`${app} ${key}`}, ${at}::timestamptz, ${JSON.stringify(notice)}::jsonb, 0, ${at}::timestamptz
    from app_webhook where app = ${app}
    on conflict (key) do nothing`.execute(db);
}

/** Tells each app that a revision moves; whose verdict it was is told of that apart. */
export async function tellMovedApps(db: Reader, revision: Revision, replay: Replay): Promise<void> {
  const { channel, revision: number, kind, moves, at, by, reason, verdict } = revision;
  const apps = moves.map(({ app }) => app);
  const nameOf = namesBy(replay, apps);
  for (const { app, ...move } of moves) {
    if (app === verdict?.app) continue;
    await putAppNotice(db, `moved ${channel} ${number}`, {
      kind: 'moved',
      ...{ channel, app, revision: number, at },
      text: `${by} ${movesWords(kind, channel, [{ app, ...move }], nameOf)}: ${reason}`,
      ...{ change: kind, ...move, by, reason },
    });
  }
}
