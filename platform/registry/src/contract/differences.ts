import type { Arrangement } from '@tallystick/contract/slots';
import type { Move, Revision } from './channel.ts';
import type { ChannelOpening } from './channel-openings.ts';

/** Two builds of an app; `null`: it is not there. */
export interface Pair {
  app: string;
  from: string | null;
  to: string | null;
}

export interface Differences {
  /** Apps whose live builds differ, by name. */
  pairs: Pair[];
  /** Apps whose canary or settings differ, as a move from one to the other; their live builds are not in it. */
  canaries: Move[];
}

type State = Pick<Revision, 'builds' | 'canaries' | 'values'>;

/** What differs between two revisions. */
export function betweenRevisions(before: State, after: State): Differences {
  const pairs = Object.keys({ ...before.builds, ...after.builds })
    .sort()
    .map((app) => ({ app, from: before.builds[app] ?? null, to: after.builds[app] ?? null }))
    .filter(({ from, to }) => from !== to);
  const canaries = Object.keys({
    ...{ ...before.canaries, ...after.canaries },
    ...{ ...before.values, ...after.values },
  })
    .sort()
    .map((app) => {
      const [from, to] = [before.values?.[app] ?? null, after.values?.[app] ?? null];
      return {
        ...{ app, from: null, to: null },
        canaryFrom: before.canaries[app] ?? null,
        canaryTo: after.canaries[app] ?? null,
        ...(!areSame(from, to) && { settings: { from, to } }),
      };
    })
    .filter((move) => 'settings' in move || !areSame(move.canaryFrom, move.canaryTo));
  return { pairs, canaries };
}

/** What differs between two channels as they are now. */
export function betweenChannels(one: State, other: State): Differences {
  return betweenRevisions(withoutHaste(one), withoutHaste(other));
}

/** Since when open tabs take settings at once is a number of the channel's own, and no difference. */
function withoutHaste(revision: State): State {
  const values = Object.entries(revision.values ?? {}).map(([app, { now: _, ...set }]) => [
    app,
    set,
  ]);
  return { ...revision, values: Object.fromEntries(values) };
}

/** Whether two values of JSON are the same, in whichever order they name what they have. */
function areSame(one: unknown, other: unknown): boolean {
  const sorted = (_key: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value;
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

interface ChannelNow {
  current: Pick<Revision, 'channel' | 'slots'>;
  openings: readonly ChannelOpening[];
}

/** How openings and slots of two channels differ, a line each. */
export function moreBetween(one: ChannelNow, other: ChannelNow): string[] {
  const [from, to] = [one.current.channel, other.current.channel];
  return [
    ...differing(neededBy(one), neededBy(other), (name, [needs, needed]) => {
      return `opening ${name}  needed in ${from} by ${needs}, in ${to} by ${needed}`;
    }),
    ...differing(arranged(one), arranged(other), (name, [is, was]) => {
      return `slot ${name}  ${from}: ${is}; ${to}: ${was}`;
    }),
  ];
}

function neededBy({ openings }: ChannelNow): Record<string, string> {
  const needed = openings.filter((one) => one.neededBy.length > 0);
  return Object.fromEntries(needed.map((one) => [one.opening, one.neededBy.join(', ')]));
}

function arranged({ current }: ChannelNow): Record<string, string> {
  const words = ({ hidden, order }: Arrangement) =>
    [
      ...(hidden.length > 0 ? [`hidden ${hidden.join(', ')}`] : []),
      ...(order.length > 0 ? [`first ${order.join(', ')}`] : []),
    ].join(', ');
  const all = Object.entries(current.slots ?? {});
  return Object.fromEntries(all.map(([slot, one]) => [slot, words(one)]));
}

/** A line for each name whose words differ; where one has none it is `nothing`. */
function differing(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
  line: (name: string, words: [string, string]) => string,
): string[] {
  return Object.keys({ ...one, ...other })
    .sort()
    .filter((name) => one[name] !== other[name])
    .map((name) => line(name, [one[name] ?? 'nothing', other[name] ?? 'nothing']));
}
