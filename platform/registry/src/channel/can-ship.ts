import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import { type Replay, stateOf } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import { approvalsOf, limitsOf, settingsOf } from '../contract/app-settings.ts';
import {
  type Misfit,
  misfitSchema,
  type ShipAnswer,
  type ShipQuestion,
  wayOut,
} from '../contract/can-ship.ts';
import { wayOutOf } from '../contract/cause.ts';
import { parseContract } from '../contract/contract-text.ts';
import { type Traits, traitsSchema } from '../contract/fit-beside.ts';
import type { Refusal } from '../contract/problem.ts';
import { checkParts } from '../publish/check-draft.ts';
import { largerThanLimit } from '../publish/limits.ts';
import type { Reader } from '../store/writes.ts';
import { judge } from './complete.ts';
import { changesAnything } from './goals.ts';
import { planChange } from './plan.ts';

/** Judges builds as a promotion of all of them would, those that are not published yet among them. Changes nothing. */
export async function canShip(
  db: Reader,
  replay: Replay,
  channel: string,
  { builds: published, unpublished }: ShipQuestion,
  { site, now }: Pick<Context, 'site' | 'now'>,
): Promise<ShipAnswer> {
  const at = new Date(now()).toISOString();
  const problems: Misfit[] = [];
  const traits = new Map<string, Traits>();
  for (const parts of unpublished) {
    // Each takes some milliseconds, and others are answered between two.
    await nextTurn();
    const { app, build } = parts.artifact;
    const settings = settingsOf(replay.settings, app);
    const sizes = new Map(Object.entries(parts.sizes));
    const checked = checkParts(parts, {
      ...{ site, at },
      approvals: approvalsOf(replay.settings, app, site),
    });
    const large = largerThanLimit(app, build, sizes, limitsOf(settings));
    if (large) problems.push(asMisfit(large, app, build));
    if (!checked.ok) {
      problems.push(asMisfit(checked, app, build));
      continue;
    }
    const { record, contract: text } = checked.value;
    const { artifact, manifest } = record;
    const contract = text === null ? null : parseContract(text);
    traits.set(`${app}@${build}`, {
      kind: artifact.kind,
      declaration: artifact.declaration,
      ...v.parse(v.pick(traitsSchema, ['shared', 'reactDom', 'stores']), manifest),
      ...(contract && { contract }),
    });
  }
  const drafts = unpublished.map(({ artifact: { app, build } }) => [app, build] as const);
  const wanted = { ...published, ...Object.fromEntries(drafts) };
  const state = stateOf(replay, channel);
  const builds = Object.fromEntries(
    Object.entries(wanted).filter(([app, build]) =>
      changesAnything(state, { app, build, canary: null }),
    ),
  );
  const apps = Object.keys(builds);
  if (apps.length === 0 || problems.length > 0) return answer(channel, problems, apps);
  const plan = planChange(
    { ...state, by: '', at, byManager: false, undone: null, avoided: [] },
    { kind: 'promote', builds, reason: 'Can it ship?' },
  );
  if (!plan.ok) {
    const found = answer(channel, [asMisfit(plan)], apps);
    return plan.cause === undefined ? found : { ...found, way: wayOutOf(plan.cause, channel) };
  }
  const { misfits, notes } = await judge(db, replay, channel, plan.value, {
    site,
    unpublished: traits,
  });
  return answer(channel, misfits, apps, notes);
}

function answer(
  channel: string,
  problems: readonly Misfit[],
  apps: readonly string[],
  notes: readonly string[] = [],
): ShipAnswer {
  const way = wayOut(problems, { channel, kind: 'promote', moved: apps });
  return { fits: problems.length === 0, problems: [...problems], way, notes: [...notes] };
}

function asMisfit({ code, problem }: Refusal, app?: string, build?: string): Misfit {
  const known = v.is(misfitSchema.entries.code, code) ? code : 'unfit';
  return { code: known, ...(app && { app }), ...(build && { build }), problem };
}
