import { pastsOf, type Replay } from '../audit/replay.ts';
import { settingsOf } from '../contract/app-settings.ts';
import { refusal } from '../contract/problem.ts';
import type { Result } from '../registry.ts';
import type { Reader } from '../store/writes.ts';
import { chooseFallbacks, fallbackCandidates } from './fallbacks.ts';
import { checkFit } from './fit.ts';
import type { Next } from './goals.ts';
import { readTraits } from './read-channel.ts';
import { buildsIn } from './stack.ts';

/** How many steps of an app are looked back over for a build to fall back to. */
const fallbackPast = 50;

/** The next revision with what to fall back to, if its builds fit together. */
export async function completed(
  db: Reader,
  replay: Replay,
  channel: string,
  next: Next,
): Promise<Result<Next>> {
  const hidden = buildsIn(next).find(
    ([app, build]) => replay.builds.get(`${app}@${build}`)?.previewOnly === true,
  );
  if (hidden !== undefined) {
    const [app, build] = hidden;
    const problem = `${app} ${build} was published for previews alone; publish it first, by a token that may`;
    return refusal('unfit', problem);
  }
  const pasts = pastsOf(replay, channel, Object.keys(next.builds), fallbackPast);
  const candidates = fallbackCandidates(next, pasts);
  const traits = await readTraits(db, [
    ...buildsIn(next),
    ...Object.entries(candidates).flatMap(([app, tried]) =>
      tried.map((build) => [app, build] as const),
    ),
  ]);
  const traitsOf = (app: string, build: string) => traits.get(`${app}@${build}`);
  const { kind, moves } = next;
  const ships = kind === 'promote' || kind === 'canary';
  const approvalsOf = (app: string) => settingsOf(replay.settings, app);
  const judged = ships ? moves.map(({ app }) => [app, approvalsOf(app)] as const) : [];
  const unfit = checkFit(next, traitsOf, new Map(judged));
  if (unfit) return unfit;
  const fallbacks = chooseFallbacks(next, candidates, traitsOf, approvalsOf);
  return { ok: true, value: { ...next, fallbacks } };
}
