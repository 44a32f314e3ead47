import { timelineRoutes } from '@tallystick/registry/parts/timeline/contract/routes';
import { counted } from '../../command/figures.ts';
import { orFail } from '../../outcome.ts';
import type { AskedWhy, SaidWhy } from '../../why/why-part.ts';

/** Loads and failures of the last day, of each build of an app; each browser counts once a minute. */
export async function lastDay({ app, channel, client }: AskedWhy): Promise<SaidWhy> {
  const asked = { params: { channel }, query: { app, range: 'day' } } as const;
  const answer = await client.call(timelineRoutes.timeline, asked);
  // A registry without this part has no such call.
  if (!answer.ok && answer.code === 'no-call') return { json: {}, lines: [] };
  const { builds } = orFail(answer);
  const days = builds.map(({ build, counts }) => ({
    build,
    loads: counts.reduce((sum, { loads }) => sum + loads, 0),
    failures: counts.reduce((sum, { failures }) => sum + failures, 0),
  }));
  return {
    json: { lastDay: days },
    lines: days.map(
      ({ build, loads, failures }) =>
        `last day ${build}: ${counted(loads, 'load')}, ${failures} failed`,
    ),
  };
}
