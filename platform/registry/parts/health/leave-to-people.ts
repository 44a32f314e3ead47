import { namesBy } from '../../src/audit/replay.ts';
import type { MayNot } from '../../src/channel/automatic.ts';
import type { Verdict } from '../../src/contract/health.ts';
import type { PartContext } from '../../src/part/part.ts';
import { verdictWords } from './words.ts';

/** How long the same build is not reported again, in milliseconds. */
const repeatAfterMs = 60_000;
const maxReported = 10_000;

/** A build that the registry does nothing about. */
interface LeftBuild {
  channel: string;
  verdict: Verdict;
  /** The revision that brought it. */
  revision: number;
}

/**
 * Reports builds to people that the registry does nothing about, once for each build and reason. As long as it stays so
 * the notice is renewed, because the board shows recent ones only.
 */
export function openLeaving({
  db,
  audit,
  notify,
  log,
}: Pick<PartContext, 'db' | 'audit' | 'notify' | 'log'>) {
  /** When each was last reported, by the key of its notice. */
  const reported = new Map<string, number>();

  return async function leave(
    { channel, verdict, revision }: LeftBuild,
    { code, problem }: MayNot,
    at: number,
  ): Promise<void> {
    const { app, build } = verdict;
    const key = `left ${channel} ${app} ${build} ${revision} ${code}`;
    const last = reported.get(key);
    if (last !== undefined && at - last < repeatAfterMs) return;
    const nameOf = namesBy(await audit.follow());
    const figures = verdictWords(verdict, nameOf);
    const text = `${app} ${nameOf(build)} ${figures}. Nothing was done: ${problem}.`;
    const iso = new Date(at).toISOString();
    const notice = { kind: 'left', channel, app, build, revision, at: iso, text, verdict } as const;
    await notify(db, key, notice);
    if (reported.size > maxReported) reported.clear();
    reported.set(key, at);
    if (last === undefined) log(`${channel}: ${text}`);
  };
}
