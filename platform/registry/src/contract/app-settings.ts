import { originProblem } from '@tallystick/contract/connect-origin';
import { pathProblem } from '@tallystick/contract/declared-path';
import { isApprovable, openingProblem } from '@tallystick/contract/policy/opening';
import type { Approvals } from '@tallystick/contract/policy/policy-problem';
import { type Artifact, appNameSchema } from '@tallystick/contract/release';
import type { SiteRules } from '@tallystick/contract/site-rules';
import * as v from 'valibot';
import { reasonSchema } from './channel.ts';
import { countSchema, timeSchema } from './scalars.ts';

export const limitNames = ['bytes', 'files', 'drafts', 'draftHours'] as const;

/**
 * What an app may take: bytes and files of a build, and the number of drafts at a time. Also the hours after which an
 * unchanged draft is deleted.
 */
export type Limits = Record<(typeof limitNames)[number], number>;

/** Limits of an app until a manager sets others. */
export const defaultLimits: Limits = {
  bytes: 25_000_000,
  files: 500,
  drafts: 10,
  draftHours: 24,
};

/** What a manager can set at most. */
export const highestLimits: Limits = {
  bytes: 200_000_000,
  files: 2_000,
  drafts: 50,
  draftHours: 168,
};

const upTo = (most: number) =>
  v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)));

const checked = (problemOf: (text: string) => string | null) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => problemOf(text) === null,
      ({ input }) => `${JSON.stringify(input)} ${problemOf(input)}`,
    ),
  );

function approvedPathProblem(path: string): string | null {
  if (!path.startsWith('/:')) return 'needs no approval: it does not begin with a parameter';
  return pathProblem(path, null);
}

function approvedOpeningProblem(opening: string): string | null {
  const problem = openingProblem(opening);
  if (problem !== null || isApprovable(opening)) return problem;
  return 'needs the shell: the site opens it, in its definition';
}

const openingsSchema = v.pipe(v.array(checked(approvedOpeningProblem)), v.maxLength(50));

const settingsEntries = {
  /** Limits in place of the defaults. */
  limits: v.strictObject({
    bytes: upTo(highestLimits.bytes),
    files: upTo(highestLimits.files),
    drafts: upTo(highestLimits.drafts),
    draftHours: upTo(highestLimits.draftHours),
  }),
  /** Origins that builds may declare in `policy.connect`. */
  connect: v.pipe(v.array(checked(originProblem)), v.maxLength(50)),
  /** Paths that builds may declare although they begin with a parameter. */
  paths: v.pipe(v.array(checked(approvedPathProblem)), v.maxLength(50)),
};

/** Settings that a manager makes for an app; they replace all earlier ones. */
export const newSettingsSchema = v.strictObject({
  ...settingsEntries,
  /** Openings of the policy that builds may declare in `policy.needs`; absent: those of before stay. */
  openings: v.exactOptional(openingsSchema),
  reason: reasonSchema,
});
export type NewSettings = v.InferOutput<typeof newSettingsSchema>;

/** Settings of one app. */
export const appSettingsSchema = v.object({
  app: appNameSchema,
  /** Number of the change that made them; 0: nothing was ever set. */
  revision: countSchema,
  ...settingsEntries,
  openings: v.optional(openingsSchema, []),
  /** When and by whom they were set, and why. */
  changed: v.nullable(v.object({ at: timeSchema, by: v.string(), reason: v.string() })),
});
export type AppSettings = v.InferOutput<typeof appSettingsSchema>;

/** A change of settings as the audit log has it. Values are not checked again, since another version may allow others. */
export const settingsChangeSchema = v.object({
  app: appNameSchema,
  revision: countSchema,
  limits: v.object(v.entriesFromList(limitNames, v.exactOptional(v.number()))),
  connect: v.array(v.string()),
  paths: v.array(v.string()),
  openings: v.optional(v.array(v.string()), []),
  reason: v.string(),
});

/** The settings of an app. */
export function settingsOf(settings: ReadonlyMap<string, AppSettings>, app: string): AppSettings {
  const none = {
    app,
    revision: 0,
    limits: {},
    connect: [],
    paths: [],
    openings: [],
    changed: null,
  };
  return settings.get(app) ?? none;
}

/** Which list of approvals something belongs to, as it is written: `/:team`, `https://api.example.org`, `wasm`. */
export function approvalListOf(what: string): 'connect' | 'paths' | 'openings' {
  if (what.startsWith('/')) return 'paths';
  return /^(?:https?|wss):\/\//.test(what) ? 'connect' : 'openings';
}

/** The limits that hold. */
export function limitsOf({ limits }: Pick<AppSettings, 'limits'>): Limits {
  return { ...defaultLimits, ...limits };
}

/** What a manager has approved for an app, with what its site opens for every app; null: the site is not known. */
export function approvalsOf(
  settings: ReadonlyMap<string, AppSettings>,
  app: string,
  site: SiteRules | null,
): Approvals {
  const { connect, paths, openings } = settingsOf(settings, app);
  return { connect, paths, openings: site && [...openings, ...(site.openings ?? [])] };
}

/**
 * What a page with these builds may do beyond its site's policy, in order: what each declares and a manager has
 * approved for its app. An API host is `connect:https://…`, an opening as it is declared. For a page's policy, pass
 * every build that the page may run: live builds, canaries, and fallbacks.
 */
export function approvedOpenings(
  artifacts: readonly Pick<Artifact, 'app' | 'declaration'>[],
  settings: ReadonlyMap<string, Pick<AppSettings, 'connect' | 'openings'>>,
): string[] {
  const approved = artifacts.flatMap(({ app, declaration }) => {
    const { connect = [], needs = [] } = declaration?.policy ?? {};
    const own = settings.get(app);
    const hosts = connect.filter((host) => originProblem(host) === null);
    return [
      ...hosts.filter((host) => own?.connect.includes(host)).map((host) => `connect:${host}`),
      ...needs.filter((one) => isApprovable(one) && own?.openings.includes(one)),
    ];
  });
  return [...new Set(approved)].sort();
}
