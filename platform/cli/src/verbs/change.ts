import type { Change, Revision } from '@tallystick/registry/contract/channel';
import { routes } from '@tallystick/registry/contract/routes';
import { changeChannel, isAlready } from '../channel/change-channel.ts';
import { describeMoves } from '../channel/moves.ts';
import { didYouMean } from '../command/nearest.ts';
import { reasonFor } from '../command/reason.ts';
import { channelOf, type Given } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

/** Stands for the reason while a person is shown what it is for. */
const notYet = 'not given yet';

/**
 * Says what a change will do, asks for its reason if it is missing, and makes it.
 *
 * @param apps those that the change is about
 * @param wanted the change, but for its reason
 */
export async function makeChange(
  given: Given,
  apps: readonly string[],
  wanted: (reason: string) => Change,
): Promise<Outcome> {
  const { client, io, json } = given;
  const channel = channelOf(given);
  const dryRun = given.flag('dry-run');

  const params = { channel };
  const { current } = orFail(await client.call(routes.board, { params }));
  const wish = wanted(notYet);
  if (current !== null && leaves(wish)) requireApps(apps, current);
  if (isAlready(current, wish)) {
    // A token that may not change it is told so here too.
    const asked = await client.call(routes.preview, { params, body: wish });
    if (!asked.ok && asked.code === 'forbidden') orFail(asked);
    return unchanged(channel, current, given);
  }

  if (dryRun || !json) {
    const wouldBe = orFail(await client.call(routes.preview, { params, body: wish }));
    const lines = describeMoves(wouldBe, io);
    if (dryRun) {
      const text = [`${channel} would get revision ${wouldBe.revision}:`, ...lines];
      return { json: { changed: false, wouldBe }, text: text.join('\n') };
    }
    io.note(`${channel}, now at revision ${current?.revision ?? 0}, will get:`);
    for (const line of lines) io.note(`  ${line}`);
  }

  const change = wanted(await reasonFor(given));
  const made = await changeChannel(client, { channel, apps, change }, current);
  const { changed, revision } = made;
  if (!changed) return unchanged(channel, revision, given);
  const text = `${io.paint('good', 'Done:')} ${channel} is at revision ${revision.revision}.`;
  return { json: made, text };
}

/** Whether a change is about what is live in the channel. */
function leaves({ kind }: Change): boolean {
  return kind === 'rollback' || kind === 'abort' || kind === 'remove';
}

function requireApps(apps: readonly string[], { channel, builds }: Revision): void {
  const absent = apps.find((app) => builds[app] === undefined);
  if (absent === undefined) return;
  const guess = didYouMean(absent, Object.keys(builds));
  fail('unknown', `${absent} is not in ${channel}.${guess}`, 'What is: status.');
}

function unchanged(channel: string, revision: Revision | null, { io }: Given): Outcome {
  const said = io.paint('quiet', 'Nothing to change:');
  const text = `${said} ${channel} is like that already, at revision ${revision?.revision ?? 0}.`;
  return { json: { changed: false, revision }, text };
}
