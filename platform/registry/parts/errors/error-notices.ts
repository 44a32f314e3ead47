import { namesBy } from '../../src/audit/replay.ts';
import { buildsIn } from '../../src/channel/stack.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { AnyNotice } from '../../src/contract/notice.ts';
import type { PartContext } from '../../src/part/part.ts';
import type { Reader } from '../../src/store/writes.ts';
import { placeOf, placeWords, type SourceFrame } from './contract/page-errors.ts';
import type { NewError } from './new-errors.ts';

/** How many notices of errors an app's team gets in a day. */
const noticesOfDay = 10;
const day = 86_400_000;

/** What people are told of a group of errors that is new in a build that a channel gives out. */
interface ErrorNotice extends AnyNotice, BuildKey {
  kind: 'error';
  error: { fingerprint: string; name: string; message: string; place: SourceFrame | null };
}

/** Tells people of a new group of errors, for each channel that gives the build out, once each. */
export async function tellOfGroup(
  { db, audit, notify, now }: Pick<PartContext, 'db' | 'audit' | 'notify' | 'now'>,
  { app, build, report: { name, message } }: Pick<NewError, 'app' | 'build' | 'report'>,
  fingerprint: string,
  frames: readonly SourceFrame[],
): Promise<void> {
  const at = new Date(now());
  const place = placeOf(frames);
  const where = place === null ? '' : ` at ${placeWords(place)}`;
  const replay = await audit.follow();
  const { channels } = replay;
  for (const [channel, { newest: current }] of channels) {
    if (!buildsIn(current).some((one) => one.app === app && one.build === build)) continue;
    if ((await countNotices(db, app, at.getTime() - day)) >= noticesOfDay) return;
    const notice: ErrorNotice = {
      kind: 'error',
      channel,
      app,
      build,
      revision: current.revision,
      at: at.toISOString(),
      text: `New in ${app} ${namesBy(replay, [app])(build)}: ${name}: ${message}${where}. See: release errors ${app}`,
      error: { fingerprint, name, message, place },
    };
    await notify(db, `error ${app} ${fingerprint} ${channel}`, notice);
  }
}

/** @param since milliseconds since 1970 */
async function countNotices(db: Reader, app: string, since: number): Promise<number> {
  const { sent } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('key', 'like', `error ${app} %`)
    .where('made_at', '>', new Date(since))
    .executeTakeFirstOrThrow();
  return sent;
}
