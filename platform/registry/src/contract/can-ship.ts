import { appNameSchema, artifactSchema, buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from './build-key.ts';
import type { ChangeKind } from './channel.ts';
import { channelWords } from './channel-words.ts';
import { type Refusal, refusal } from './problem.ts';
import { countSchema } from './scalars.ts';

/** One thing by which builds do not fit. */
export const misfitSchema = v.object({
  code: v.picklist(['unfit', 'unknown', 'locked', 'condemned', 'oversize', 'invalid']),
  app: v.optional(appNameSchema),
  build: v.optional(buildIdSchema),
  /** What it does not fit with. */
  with: v.optional(buildKeySchema),
  /** What it uses of that, such as `notes.list of @acme/shared/api`. */
  symbol: v.optional(v.string()),
  /** A line that names all of these. */
  problem: v.string(),
  /** The two have to move together, or another build of one has to come first. */
  together: v.optional(v.boolean()),
});
export type Misfit = v.InferOutput<typeof misfitSchema>;

/** What somebody would ship as one revision: builds that are published, and builds that are not yet. */
export const shipQuestionSchema = v.strictObject({
  builds: v.optional(v.record(appNameSchema, buildIdSchema), {}),
  unpublished: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          artifact: artifactSchema,
          manifest: v.unknown(),
          entry: v.unknown(),
          /** The text of its `contract.json`; null: it has none. */
          contract: v.optional(v.nullable(v.string()), null),
          /** The size of each file but `artifact.json`, in bytes. */
          sizes: v.record(v.string(), countSchema),
        }),
      ),
      v.maxLength(100),
    ),
    [],
  ),
});
export type ShipQuestion = v.InferOutput<typeof shipQuestionSchema>;
/** What describes a build, without the bytes of its other files. */
export type BuildParts = ShipQuestion['unpublished'][number];

/** Whether it can ship, and all that stands in its way. */
export const shipAnswerSchema = v.object({
  fits: v.boolean(),
  problems: v.array(misfitSchema),
  /** What to do about them, where they do not say it themselves. */
  way: v.nullable(v.string()),
  /** What would be lost by shipping, although it does not prevent it. */
  notes: v.array(v.string()),
});
export type ShipAnswer = v.InferOutput<typeof shipAnswerSchema>;

/** A change whose builds do not fit: the apps that it moves, and where. */
interface JudgedChange {
  channel: string;
  kind: ChangeKind;
  moved: Iterable<string>;
}

/** A refusal that lists all misfits at once and says what to do; null: there are none. */
export function unfitRefusal(misfits: readonly Misfit[], change: JudgedChange): Refusal | null {
  const [first] = misfits;
  if (first === undefined) return null;
  const way = wayOut(misfits, change);
  const problems = [...new Set(misfits.map(({ problem }) => problem))].join('; ');
  return refusal(first.code, way === null ? problems : `${problems}. ${way}`);
}

/** What to do where two builds have to move together; null: the problems themselves say it. */
export function wayOut(
  misfits: readonly Misfit[],
  { channel, kind, moved }: JudgedChange,
): string | null {
  const pairs = misfits.filter(({ together }) => together);
  if (pairs.length === 0) return null;
  const apps = new Set(moved);
  const named = new Set(pairs.flatMap((one) => [one.app, one.with?.app]));
  const others = [...named].filter((app) => app !== undefined && !apps.has(app));
  const all = [...apps, ...others].join(' ') + channelWords(channel);
  if (kind === 'rollback' || kind === 'recall') {
    return `What belongs together goes back as one revision: rollback ${all}`;
  }
  if (others.length === 0) return 'Build what uses it anew, against what is promoted with it';
  return `Promote a build of ${others.join(' and ')} that fits first, or all as one revision: promote ${all}`;
}
