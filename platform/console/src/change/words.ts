import { count, counted, percent } from '../say/numbers.ts';

/** What is done to builds, in a word or two. */
export const actions = {
  promote: 'Promote',
  canary: 'Canary',
  rollback: 'Roll back',
  recall: 'Recall',
  abort: 'End the canary',
  lock: 'Lock',
  unlock: 'Unlock',
  unhold: 'Resume',
  preview: 'Preview',
  openPreview: 'Open preview',
  undo: 'Undo',
  slots: 'Arrange',
  configure: 'Change settings',
} as const;

/** What the dialogs of a change say. */
export const words = {
  close: 'Close',
  cancel: 'Cancel',
  /** The heading of a dialog, and its button. */
  title: (action: keyof typeof actions, what: string) =>
    action === 'canary'
      ? `Canary of ${what}`
      : action === 'abort'
        ? `End the canary of ${what}`
        : action === 'configure'
          ? `Change settings of ${what}`
          : `${actions[action]} ${what}`,
  confirm: { ...actions, canary: 'Start the canary' },
  revision: (number: number) => `revision ${count(number)}`,
  allTheSame: (action: string) => `${action} all the same`,
  what: (names: readonly string[]) =>
    names.length < 3 ? names.join(' and ') : counted(names.length, 'app'),
  build: 'Build',
  buildOf: (app: string) => `Build of ${app}`,
  noBuild: (app: string) => `There is no other build of ${app} to choose.`,
  chooseBuild: 'Choose a build',
  published: (words: readonly (string | undefined)[], when: string) =>
    [...words.filter((one) => one !== undefined), when].join(' · '),
  backTo: 'Back to',
  backToOf: (app: string) => `Back to, for ${app}`,
  before: (build: string) => `The build before: ${build}`,
  noBefore: 'Nothing to go back to',
  share: 'Share of browsers',
  other: 'Other',
  typed: 'Share in percent',
  typedHint: 'More than 0, less than 100',
  recall: 'Recall: open tabs leave it at once',
  recallHint: 'Without it they leave at their next navigation.',
  reason: 'Why',
  reasonHint: 'It stands in history for good.',
  reasonMissing: 'Say why: it stands in history for good.',
  suggestions: 'Suggestions',
  willChange: 'What will change',
  incomplete: 'What will change is shown here once everything is chosen.',
  already: (revision: number) =>
    `Nothing: the channel is like that already, at revision ${count(revision)}.`,
  settings: {
    title: (channel: string) => `Settings on ${channel}`,
    default: (value: string | number | boolean) => `${value} (default)`,
    share: (value: string | number | boolean, of: number) => `; ${value} for ${percent(of)}`,
    browsers: 'For',
    all: 'All browsers',
    some: 'A share of browsers',
    now: 'Urgent: open tabs take it at once',
    nowHint: 'Without it they take it at their next navigation.',
    none: 'as declared',
    takesAll: 'Every page load has the settings from then on.',
    takesShare: (of: number) => `${percent(of)} of browsers have what is set for a share.`,
    takesNow: 'Open tabs take them at once.',
  },
  everybody: 'Every page load gets it from then on.',
  first: 'It is new on this channel.',
  removed: 'It leaves this channel.',
  arranged: (hidden: readonly string[], order: readonly string[]) =>
    [
      hidden.length > 0 && `hidden: ${hidden.join(', ')}`,
      order.length > 0 && `first: ${order.join(', ')}`,
    ]
      .filter((one) => one !== false)
      .join('; ') || 'all is shown, as its apps bring it',
  arrangedWhen: 'Page loads show it so from then on, and open tabs from their next navigation.',
  resumes: 'The build may be shipped again. No browser gets it by this alone.',
  liveIsMeant: (app: string, build: string) => `Take back ${build}, the live build of ${app}`,
  liveIsMeantHint: (canary: string, value: number, paused: boolean) =>
    paused
      ? `Its canary ${canary} (${percent(value)}) is paused: no browser gets that.`
      : `Its canary ${canary} (${percent(value)}) ends as well. To end that alone: ${actions.abort}.`,
  canaryStarts: (value: number, build: string) =>
    `${percent(value)} of browsers get ${build}; the others keep what they have.`,
  canaryMoves: (from: number, to: number, build: string) =>
    `${percent(to)} of browsers get ${build}, in place of ${percent(from)}.`,
  canaryEnds: (value: number, build: string) => `The canary of ${build} (${percent(value)}) ends.`,
  canaryBecomesLive: (value: number) => `Until now ${percent(value)} of browsers had it.`,
  tabsLeave: (many: number, build: string, atOnce: boolean) =>
    many === 0
      ? `No open tab runs ${build}.`
      : `${counted(many, 'open tab')} ${many === 1 ? 'runs' : 'run'} ${build} and ${many === 1 ? 'leaves' : 'leave'} it ${atOnce ? 'at once' : 'at the next navigation'}.`,
  previewsEnd: (builds: readonly string[]) => {
    const named = [...new Set(builds)].join(', ');
    return builds.length === 1
      ? `The link to a preview of ${named} ends, with all previews that show it.`
      : `${count(builds.length)} links to previews of ${named} end, with all previews that show them.`;
  },
  lockMeans: (app: string) =>
    `Until it is unlocked nobody ships ${app}, and who tries is told your reason. A manager can still take it back.`,
  unlockMeans: (app: string) => `${app} can be shipped again.`,
  lockedBy: (who: string, reason: string) => `It is locked by ${who}: “${reason}”`,
  moved: 'The channel has moved on while you looked',
  movedHint: 'This is what happened. Below is your change as it would be now.',
  movedUnknown: 'What happened could not be read.',
  done: {
    change: (kind: string, what: string, revision: number) =>
      `${kind} ${what}: revision ${count(revision)}.`,
    lock: (app: string) => `${app} is locked.`,
    unlock: (app: string) => `${app} is unlocked.`,
  },
} as const;
