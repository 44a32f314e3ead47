import * as v from 'valibot';
import type { Fault } from '../faults/fault.ts';
import { blankLimit, longestBlank, type Snapshot, timeline } from '../watch/snapshot.ts';

/** What was found out about one fault. */
export interface Finding {
  fault: Pick<Fault, 'name' | 'what' | 'costs'>;
  snapshots: readonly Snapshot[];
  /** Errors that nobody in the page took care of. */
  unhandled: readonly string[];
  /**
   * When somebody met it, when that one had seen what there was to see, and when nobody looked any
   * more; milliseconds since 1970.
   */
  from: number;
  looked: number;
  until: number;
  /** Milliseconds from `from` until the page that people wanted was there; null: not while it lasted. */
  healed: number | null;
  /** Milliseconds from its end until the page was there; null: never. */
  recovered: number | null;
  /** Whether the frame and the other pages worked while it lasted. */
  restWorks: boolean;
  /** How often it was met; null: it cannot be missed. */
  met: number | null;
  /** Builds that a browser falls back to. */
  before: readonly string[];
  /** First heading of the page that people wanted. */
  wanted: string;
}

/** What is kept of a fault. */
export const outcomeSchema = v.object({
  name: v.string(),
  what: v.string(),
  broke: v.string(),
  saw: v.string(),
  recovered: v.string(),
  /** What must not be; none: it is as it should be. */
  wrong: v.array(v.string()),
});
export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** An error that a faulty build throws by itself is its own. */
const itsOwn = /broken on purpose/;

/** For a fault that could not even be tried. */
export function untried({ name, what }: Pick<Fault, 'name' | 'what'>, error: unknown): Outcome {
  const wrong = [`could not be tried: ${String(error).split('\n', 1)[0]}`];
  return { name, what, broke: '', saw: '', recovered: '', wrong };
}

/** Judges what was found out about a fault. */
export function judge(finding: Finding): Outcome {
  const { fault, snapshots, from, until, healed, recovered } = finding;
  const wrong: string[] = [];
  const blank = longestBlank(snapshots, until);
  if (blank > blankLimit) wrong.push(`a blank page for ${seconds(blank)}`);
  const raw = snapshots.find((snapshot) => snapshot.raw !== null)?.raw;
  if (raw !== undefined) wrong.push(`words for programmers: ${raw}`);
  for (const text of finding.unhandled) {
    if (!itsOwn.test(text)) wrong.push(`unhandled: ${text.split('\n', 1)[0]}`);
  }
  if (fault.costs === 'nothing' && healed === null) wrong.push('the page was not there');
  if (fault.costs !== 'page' && !finding.restWorks) wrong.push('more than its zone broke');
  if (recovered === null) wrong.push('never recovered');
  if (finding.met === 0) wrong.push('the fault was not met');
  // Looking at the rest of the site is no part of it.
  const seen = timeline(snapshots, from, finding.wanted).filter(({ at }) => at <= finding.looked);
  if (seen.length === 0 && healed === null) wrong.push('nothing was to be seen');
  return {
    name: fault.name,
    what: fault.what,
    broke: brokenPart(finding),
    saw:
      seen.length === 0 && healed !== null
        ? 'the page, all the time'
        : seen.map((snapshot) => inWords(snapshot, finding)).join(', then '),
    recovered: recoveryInWords(healed, recovered),
    wrong,
  };
}

function brokenPart({ healed, restWorks, fault }: Finding): string {
  if (healed !== null) return 'nothing';
  return restWorks && fault.costs !== 'page' ? 'its zone' : 'the page';
}

function recoveryInWords(healed: number | null, recovered: number | null): string {
  if (recovered === null) return 'never';
  return healed === null ? seconds(recovered) : '0 s';
}

function inWords(snapshot: Snapshot, { from, before }: Finding): string {
  const when = `(${seconds(Math.max(0, snapshot.at - from))})`;
  if (snapshot.main === 'waiting') return `“Please wait...” ${when}`;
  if (snapshot.main === 'notice') return `“${snapshot.words}” ${when}`;
  if (snapshot.kept) return `the page, as it was kept ${when}`;
  const older = snapshot.build !== null && before.includes(snapshot.build);
  return `the page${older ? ', by the build before' : ''} ${when}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
