import type { Revision } from '../contract/channel.ts';
import type { Reader } from '../store/writes.ts';
import { readTraits } from './read-channel.ts';
import { buildsIn } from './stack.ts';

/**
 * What the apps of a revision show of those that it takes off: a line for each widget. Builds
 * without a recorded contract say nothing of what they show.
 */
export async function lostWidgets(
  db: Reader,
  revision: Pick<Revision, 'moves' | 'builds' | 'canaries'>,
): Promise<string[]> {
  const isGone = new Set(
    revision.moves.flatMap(({ app, to, canaryTo }) => ((to ?? canaryTo) === null ? [app] : [])),
  );
  if (isGone.size === 0) return [];
  const stay = buildsIn(revision);
  const traits = await readTraits(db, stay);
  const lines = stay.flatMap(({ app, build }) => {
    const shows = traits.get(`${app}@${build}`)?.contract?.shows ?? {};
    return Object.entries(shows).flatMap(([of, widgets]) =>
      isGone.has(of)
        ? Object.keys(widgets).map(
            (expose) => `${app} ${build} shows ${expose} of ${of}: its fallback stands there then.`,
          )
        : [],
    );
  });
  return lines.sort();
}
