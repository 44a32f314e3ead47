import type { AppValues } from '@tallystick/registry/contract/app-values';
import type { Canary, Move, Revision } from '@tallystick/registry/contract/channel';
import { rampText } from '@tallystick/registry/contract/ramp-words';
import type { Io } from '../io.ts';

/** The part of a revision that says what it does. */
type Moved = Pick<Revision, 'kind' | 'moves' | 'recalled' | 'arranged' | 'endedPreviews'>;

/** What a revision did, or would do: one line for each app, and for each preview that it ends. */
export function describeMoves(revision: Moved, io: Io): string[] {
  const width = Math.max(0, ...revision.moves.map(({ app }) => app.length));
  const lines = revision.moves.map((move) => {
    const recalled = recalledBy(revision, move);
    const urgent = recalled.map((build) => io.paint('bad', `, ${build} is recalled`)).join('');
    const name = io.paint('strong', move.app.padEnd(width));
    const moved =
      revision.kind === 'unhold' ? 'a build of it may be shipped again' : describeMove(move, io);
    return `${name}  ${moved}${urgent}`;
  });
  const ended = (revision.endedPreviews ?? []).map(
    ({ id, app, build }) => `the preview of ${app}@${build} ends (${id})`,
  );
  return [...lines, ...describeArranged(revision), ...ended];
}

/** What a revision said of a slot. */
function describeArranged({ arranged }: Moved): string[] {
  if (arranged === undefined) return [];
  const { slot, to } = arranged;
  if (to === null) return [`${slot}  all is shown, as apps bring it`];
  const { hidden, order } = to;
  const said = [
    hidden.length > 0 && `hidden: ${hidden.join(', ')}`,
    order.length > 0 && `first: ${order.join(', ')}`,
  ];
  return [`${slot}  ${said.filter((one) => one !== false).join('; ')}`];
}

/** The builds that a move leaves and that its revision recalls. */
function recalledBy({ kind, recalled }: Moved, { app, from, canaryFrom }: Move): string[] {
  if (kind !== 'recall') return [];
  const own = recalled.filter((one) => one.app === app).map(({ build }) => build);
  return own.filter((build) => build === from || build === canaryFrom?.build);
}

/** From which build to which, and what becomes of a canary and of settings. */
export function describeMove({ from, to, canaryFrom, canaryTo, settings }: Move, io: Io): string {
  const arrow = io.paint('quiet', '→');
  const parts: string[] = [];
  if (from !== to) parts.push(`${from ?? 'nothing'} ${arrow} ${to ?? 'nothing'}`);
  const before = canaryText(canaryFrom);
  const after = canaryText(canaryTo);
  if (before !== after) {
    parts.push(
      after === null ? `canary ${before} ends` : `canary ${before ?? 'none'} ${arrow} ${after}`,
    );
  }
  if (settings) {
    const { from: was, to: is } = settings;
    parts.push(`settings ${valuesText(was)} ${arrow} ${valuesText(is)}`);
    if (is?.now !== undefined && is.now !== was?.now) {
      parts.push(io.paint('bad', 'open tabs take them at once'));
    }
  }
  return parts.length === 0 ? 'stays' : parts.join(', ');
}

/** Such as `1.2.0-… for 5 %, then 25 %, 100 %`. */
function canaryText(canary: Canary | null): string | null {
  if (canary === null) return null;
  const { build, percent, ramp } = canary;
  return `${build} for ${percent} %${ramp ? `, ${rampText(ramp)}` : ''}`;
}

/** What is set of an app, such as `pageSize=50 (newList=true for 10 %)`. */
function valuesText(set: AppValues | null): string {
  const { values = {}, share } = set ?? {};
  const list = (of: AppValues['values']) =>
    Object.entries(of)
      .map(([name, value]) => `${name}=${value}`)
      .sort();
  const shared = share && `(${list(share.values).join(' ')} for ${share.percent} %)`;
  return [...list(values), ...(shared ? [shared] : [])].join(' ') || 'as declared';
}
