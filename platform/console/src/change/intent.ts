import type { DeclaredSettings } from '@tallystick/contract/declared-settings';
import type { AppValues } from '@tallystick/registry/contract/app-values';
import type { Board } from '@tallystick/registry/contract/board';
import { condemnedAs } from '@tallystick/registry/contract/condemned';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { type RampOrder, sharesIn } from '@tallystick/registry/contract/ramp';
import { strings } from '../strings.ts';
import type { Draft } from './draft.ts';
import { changedValues, type TypedValues, typedValues } from './typed-values.ts';

/** To ship builds of apps. `build` is set only where there is one app: it is the build to ship. */
interface BuildIntent {
  kind: 'promote' | 'canary';
  apps: string[];
  build?: string;
  /** What is live in this channel is meant, of each app; absent: it is chosen. */
  from?: string;
}

/** To hide or show a widget in a slot, or to change the order there. */
export type SlotIntent = { kind: 'slots' } & Omit<Extract<Draft, { kind: 'slots' }>, 'kind'>;
/** To change what the channel has set of the settings of one app. */
interface SettingsIntent {
  kind: 'configure';
  apps: [string];
  declared: DeclaredSettings;
  set: AppValues | null;
}

/** To give all browsers the settings of one app that a share of them has. */
interface CompleteIntent {
  kind: 'complete';
  apps: [string];
}

/** What somebody has set out to do; the rest is chosen in the dialog. */
export type Intent =
  | BuildIntent
  | { kind: 'rollback'; apps: string[]; recall: boolean; build?: string }
  | { kind: 'abort'; apps: string[] }
  | { kind: 'undo'; revision: number }
  | { kind: 'unhold'; apps: string[]; build: string }
  | { kind: 'ramp'; apps: string[]; order: RampOrder }
  | SlotIntent
  | SettingsIntent
  | CompleteIntent
  | { kind: 'lock'; app: string }
  | { kind: 'unlock'; app: string }
  | { kind: 'freeze' }
  | { kind: 'unfreeze' };

/** A change of a channel, as opposed to a lock of an app or of all. */
export type ChangeIntent = Exclude<Intent, { kind: 'lock' | 'unlock' | 'freeze' | 'unfreeze' }>;

/** What was chosen in the dialog so far. */
export interface Choices {
  /** For each app, the build to promote, to try as a canary, or to go back to. */
  builds: Record<string, string>;
  percent: number | null;
  /** The shares of a ramp as they are typed; null: a promotion is for all browsers at once. */
  ramp: string | null;
  /** Whether settings are for `percent` of browsers alone. */
  forShare: boolean;
  /** What is typed for each setting. */
  typed: TypedValues;
  /** Whether it is urgent, so that open tabs follow at once. */
  recall: boolean;
  /** Apps whose live build is rolled back although they have a canary, running or paused. */
  live: string[];
}

/** A first share of browsers: enough to show a failure, and few enough to limit its harm. */
const firstPercent = 5;

/** The shares that are suggested for a ramp. */
export const firstRamp = '1, 5, 25, 100';

/** What is suggested as the dialog opens. A build that is published meanwhile does not change the suggestion. */
export function firstChoices(
  intent: ChangeIntent,
  board: Board,
  builds: readonly BuildSummary[],
): Choices {
  return {
    builds: firstBuilds(intent, board, builds),
    percent: intent.kind === 'canary' ? firstShare(intent, board) : null,
    ramp: null,
    forShare: false,
    typed: intent.kind === 'configure' ? typedValues(intent.declared, intent.set) : {},
    recall: intent.kind === 'rollback' && intent.recall,
    live: [],
  };
}

function firstBuilds(intent: ChangeIntent, board: Board, builds: readonly BuildSummary[]) {
  const [app] = 'apps' in intent ? intent.apps : [];
  if (intent.kind === 'rollback' && intent.build !== undefined && app !== undefined) {
    return { [app]: intent.build };
  }
  if (intent.kind !== 'promote' && intent.kind !== 'canary') return {};
  const suggested = intent.apps.flatMap((app) => {
    const build = intent.build ?? suggestedBuild(app, board, builds);
    return build === null ? [] : [[app, build] as const];
  });
  return Object.fromEntries(suggested);
}

/**
 * The share that is suggested for a canary. A new one begins with `firstPercent`. One that runs gets the next larger
 * share that is offered, or after the largest goes halfway to 100 percent.
 */
function firstShare({ apps: [app = ''], build }: BuildIntent, { current }: Board): number {
  const canary = current?.canaries[app];
  const isNewCanary = build !== undefined && build !== canary?.build;
  if (canary === undefined || isNewCanary) return firstPercent;
  const next = [5, 20, 50].find((share) => share > canary.percent);
  return next ?? (canary.percent + 100) / 2;
}

/** The draft that results from intent and choices; null while something is still to be chosen. */
export function draftOf(intent: ChangeIntent, choices: Choices): Draft | null {
  if (intent.kind === 'undo') {
    return { kind: 'undo', revision: intent.revision, recall: choices.recall };
  }
  if (intent.kind === 'slots' || intent.kind === 'ramp') return intent;
  const { builds, recall, live } = choices;
  if (intent.kind === 'configure') return configured(intent, choices);
  if (intent.kind === 'complete') {
    const [app] = intent.apps;
    return { kind: 'configure', app, set: {}, complete: true, now: recall };
  }
  if (intent.kind === 'unhold') {
    const { apps, build } = intent;
    return { kind: 'unhold', apps, builds: Object.fromEntries(apps.map((app) => [app, build])) };
  }
  if (intent.kind === 'abort') return { kind: 'abort', apps: intent.apps, recall };
  if (intent.kind === 'rollback') {
    const liveOnly = live.length > 0 && { live };
    return { kind: 'rollback', apps: intent.apps, to: builds, recall, ...liveOnly };
  }
  return shipped(intent, choices);
}

function shipped({ kind, apps, from }: BuildIntent, { builds, percent, ramp }: Choices) {
  const chosen = from === undefined ? builds : Object.fromEntries(apps.map((app) => [app, null]));
  if (apps.some((app) => chosen[app] === undefined)) return null;
  const what = { builds: chosen, ...(from !== undefined && { from }) };
  if (kind === 'canary') return percent === null ? null : ({ kind, ...what, percent } as const);
  if (ramp === null) return { kind, ...what } as const;
  const [first, ...steps] = sharesIn(ramp) ?? [];
  if (first === undefined) return null;
  return {
    kind: 'canary',
    ...what,
    ...{ percent: first, ...(steps.length > 0 && { steps }) },
  } as const;
}

function configured({ apps: [app], declared, set }: SettingsIntent, choices: Choices) {
  const { typed, forShare, percent, recall: now } = choices;
  const changed = changedValues(declared, set, typed);
  if (changed === null || (forShare && percent === null)) return null;
  const share = forShare && percent !== null && { percent };
  return { kind: 'configure', app, set: changed, now, ...share } as const;
}

/**
 * The build that is most likely meant by "promote" or "canary": the one that is a canary already, or else
 * the newest one. The newest counts only if it was published after the live one and was not taken back.
 * Older builds are never suggested.
 *
 * @param builds newest first
 */
function suggestedBuild(
  app: string,
  { current, condemned }: Board,
  builds: readonly BuildSummary[],
): string | null {
  const canary = current?.canaries[app]?.build;
  if (canary !== undefined) return canary;
  const ofApp = builds.filter((each) => each.app === app);
  const live = ofApp.findIndex(({ build }) => build === current?.builds[app]);
  const newer = live === -1 ? ofApp : ofApp.slice(0, live);
  const found = newer.find(({ build }) => condemnedAs(condemned, app, build) === undefined);
  return found?.build ?? null;
}

/** Heading and button of a dialog. */
export function intentWords(
  intent: Intent,
  { recall, ramp }: Pick<Choices, 'recall' | 'ramp'> = { recall: false, ramp: null },
): { title: string; confirm: string } {
  const { title, confirm } = strings.change;
  const action = actionOf(intent, recall);
  const button = ramp === null ? confirm[action] : confirm.ramp;
  return { title: title(action, subjectOf(intent)), confirm: button };
}

function actionOf(intent: Intent, recall: boolean) {
  if (intent.kind === 'rollback' && recall) return 'recall';
  return intent.kind === 'ramp' ? intent.order : intent.kind;
}

function subjectOf(intent: Intent): string {
  if (intent.kind === 'undo') return strings.change.revision(intent.revision);
  if (intent.kind === 'slots') return intent.slot;
  if (intent.kind === 'freeze' || intent.kind === 'unfreeze') return strings.change.theChannel;
  if (intent.kind === 'promote' && intent.from !== undefined) {
    return strings.change.whatFrom(intent.apps, intent.from);
  }
  return 'app' in intent ? intent.app : strings.change.what(intent.apps);
}
