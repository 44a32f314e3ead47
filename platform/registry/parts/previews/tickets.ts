import { newestOf, type Replay } from '../../src/audit/replay.ts';
import { readRevision } from '../../src/channel/read-channel.ts';
import type { PreviewTarget, PreviewTicket } from '../../src/contract/admin-api.ts';
import { type OrRefusal, type Refusal, refusal } from '../../src/contract/problem.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import { readBuild } from '../../src/publish/builds.ts';
import type { Reader } from '../../src/store/writes.ts';
import { isRecalled } from './ended-previews.ts';

/** Makes a ticket by which a manager's browser sees a target on the site, once. */
export async function makeTicket(
  { db, audit, shortLived }: Pick<PartContext, 'db' | 'audit' | 'shortLived'>,
  { scope, tokenId, name }: Actor,
  target: PreviewTarget,
  siteOrigin: string,
): Promise<OrRefusal<PreviewTicket>> {
  if (scope.kind !== 'manager') {
    return refusal('forbidden', 'A preview needs the token of a manager.');
  }
  const missing = await whatIsMissing(db, await audit.follow(), target);
  if (missing !== null) return missing;
  const granted = JSON.stringify({ target, by: name });
  const ticket = await shortLived.issue('preview-ticket', granted, tokenId);
  return { ok: true, value: { action: `${siteOrigin}/releases/preview`, ticket } };
}

async function whatIsMissing(
  db: Reader,
  replay: Replay,
  target: PreviewTarget,
): Promise<Refusal | null> {
  const { channel } = target;
  if ('revision' in target) {
    const revision = await readRevision(db, replay, channel, target.revision);
    if (revision !== null) return null;
    return refusal('unknown', `${channel} has no revision ${target.revision}.`);
  }
  const builds = Object.entries(target.builds);
  if (builds.length === 0) return refusal('invalid', 'builds: must name at least one.');
  const recalled = newestOf(replay, channel)?.recalled ?? [];
  for (const [app, build] of builds) {
    if (isRecalled(recalled, app, build)) {
      return refusal('invalid', `${app} ${build} was recalled in ${channel}.`);
    }
    if ((await readBuild(db, app, build)) === null) {
      return refusal('unknown', `There is no build ${app} ${build}.`);
    }
  }
  return null;
}
