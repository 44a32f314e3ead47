import type { Arrangement } from '@tallystick/contract/slots';
import type { Revision } from '@tallystick/registry/contract/channel';
import type { ChannelOpening } from '@tallystick/registry/contract/channel-openings';

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
