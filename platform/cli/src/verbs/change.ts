import type { ChangeAnswer, NamedChange } from '@tallystick/registry/contract/change-request';
import type { Revision } from '@tallystick/registry/contract/channel';
import { changeRoutes } from '@tallystick/registry/contract/routes/change-routes';
import { describeMoves } from '../channel/moves.ts';
import { askReason, writtenReason } from '../command/reason.ts';
import { channelOf, type Given } from '../command/verb.ts';
import { type Outcome, orFail } from '../outcome.ts';

/** The reason in the dry run that a person is shown before they are asked for one. */
const notYet = 'not given yet';

/**
 * Makes a change by one call and says what it did. Where its reason is missing, a person is first shown what the change
 * would do. What is made then is what was shown: it fails as `moved` if somebody else has moved one of its apps since.
 *
 * @param wanted the change, but for its reason
 */
export async function makeChange(
  given: Given,
  wanted: (reason: string) => NamedChange,
): Promise<Outcome> {
  const { client, io } = given;
  const params = { channel: channelOf(given) };
  const ask = async (change: NamedChange, more: { seen?: number; dryRun?: true } = {}) =>
    orFail(await client.call(changeRoutes.requestChange, { params, body: { change, ...more } }));
  const dryRun = given.flag('dry-run');
  const reason = dryRun ? null : writtenReason(given);

  let answer = await ask(wanted(reason ?? notYet), reason === null ? { dryRun: true } : {});
  notePaused(wanted(notYet), answer.revision, given);
  if (answer.outcome !== 'already') {
    const { notes = [] } = answer;
    const lines = [
      ...describeMoves(answer.revision, io),
      ...notes.map((note) => `${io.paint('warn', 'note:')} ${note}`),
    ];
    if (dryRun) return wouldBe(answer.revision, lines, notes);
    if (!given.json) noteMoves(answer.revision, lines, given);
  }
  if (answer.outcome === 'would-be') {
    const { change, revision } = answer;
    const said = { ...change, reason: await askReason(given) };
    answer = await ask(said, { seen: revision.revision - 1 });
  }
  return outcomeOf(answer, given);
}

/** Notes for whoever ends a canary that the registry has already taken it from all browsers. */
function notePaused(change: NamedChange, { held = {} }: Revision, { io, json }: Given): void {
  if (change.kind !== 'abort' || json) return;
  for (const app of change.apps) {
    const paused = held[app];
    if (paused === undefined) continue;
    const { build, revision } = paused;
    io.note(`${app} ${build} was paused in revision ${revision}: no browser gets it.`);
  }
}

function noteMoves({ channel, revision }: Revision, lines: readonly string[], { io }: Given) {
  io.note(`${channel}, now at revision ${revision - 1}, will get:`);
  for (const line of lines) io.note(`  ${line}`);
}

function wouldBe(revision: Revision, lines: readonly string[], notes: readonly string[]): Outcome {
  const text = [`${revision.channel} would get revision ${revision.revision}:`, ...lines];
  return { json: { changed: false, wouldBe: revision, notes }, text: text.join('\n') };
}

/** Whether a revision shows something new, which somebody wants to look at. */
const isShipped = ({ kind }: Revision) => kind === 'promote' || kind === 'canary';

function outcomeOf(answer: ChangeAnswer, { io }: Given): Outcome {
  const { outcome, revision } = answer;
  const notes = outcome === 'already' ? [] : (answer.notes ?? []);
  const { channel, revision: number } = revision;
  const changed = outcome === 'made';
  const site = outcome === 'made' && isShipped(revision) ? answer.site : undefined;
  const where = site === undefined ? '' : ` See ${site}`;
  const text = changed
    ? `${io.paint('good', 'Done:')} ${channel} is at revision ${number}.${where}`
    : `${io.paint('quiet', 'Nothing to change:')} revision ${number} of ${channel} is already like this.`;
  return { json: { changed, revision, notes }, text };
}
