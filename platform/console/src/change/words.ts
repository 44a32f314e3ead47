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
  complete: 'Give to all browsers',
  freeze: 'Freeze',
  unfreeze: 'End the freeze',
  pause: 'Pause',
  resume: 'Resume',
  skip: 'Skip a step',
} as const;

/** Headings of dialogs where the word and its subject are none together. */
const titles: Partial<Record<keyof typeof actions, (what: string) => string>> = {
  canary: (what) => `Canary of ${what}`,
  abort: (what) => `End the canary of ${what}`,
  configure: (what) => `Change settings of ${what}`,
  complete: (what) => `Give settings of ${what} to all browsers`,
  unfreeze: () => 'End the freeze',
  pause: (what) => `Pause the ramp of ${what}`,
  resume: (what) => `Resume the ramp of ${what}`,
  skip: (what) => `Take the ramp of ${what} to its next share`,
};

/** What the dialogs of a change say. */
export const words = {
  close: 'Close',
  cancel: 'Cancel',
  /** The heading of a dialog, and its button. */
  title: (action: keyof typeof actions, what: string) =>
    titles[action]?.(what) ?? `${actions[action]} ${what}`,
  confirm: { ...actions, canary: 'Start the canary', ramp: 'Start the ramp' },
  theChannel: 'the channel',
  revision: (number: number) => `revision ${count(number)}`,
  allTheSame: (action: string) => `${action} anyway`,
  what: (names: readonly string[]) =>
    names.length < 3 ? names.join(' and ') : counted(names.length, 'app'),
  whatFrom: (apps: readonly string[], channel: string) =>
    `${apps.length < 3 ? apps.join(' and ') : counted(apps.length, 'app')} from ${channel}`,
  build: 'Build',
  buildOf: (app: string) => `Build of ${app}`,
  noBuild: (app: string) => `There is no other build of ${app} to choose.`,
  chooseBuild: 'Choose a build',
  published: (words: readonly (string | undefined)[], when: string) =>
    [...words.filter((one) => one !== undefined), when].join(' · '),
  backTo: 'Roll back to',
  backToOf: (app: string) => `Roll back ${app} to`,
  before: (build: string) => `The previous build: ${build}`,
  noBefore: 'No earlier build',
  share: 'Share of browsers',
  other: 'Other',
  typed: 'Share in percent',
  typedHint: 'More than 0, less than 100',
  ramp: {
    choice: 'As a ramp: to more browsers, share by share',
    choiceHint: 'Continues by itself while the build fails no more often than the live one.',
    shares: 'Shares of browsers, in percent',
    sharesHint: 'Growing, such as 1, 5, 25, 100. The first is below 100.',
    goesOn: (steps: readonly number[]) =>
      `Then ${steps.map(percent).join(', ')}, by itself, while it fails no more often than the live build.`,
    paused: (value: number) => `It stays at ${percent(value)} until somebody resumes it.`,
    stays: (value: number, build: string) => `${percent(value)} of browsers keep ${build}.`,
  },
  recall: 'Recall: open tabs leave it at once',
  recallHint: 'Otherwise they leave at their next navigation.',
  reason: 'Why',
  reasonHint: 'Kept in history for good.',
  reasonMissing: 'Enter a reason: it is kept in history.',
  suggestions: 'Suggestions',
  willChange: 'What will change',
  incomplete: 'Choose everything to see what will change.',
  already: (revision: number) =>
    `Nothing: revision ${count(revision)} of the channel is already like this.`,
  settings: {
    title: (channel: string) => `Settings on ${channel}`,
    default: (value: string | number | boolean) => `${value} (default)`,
    share: (value: string | number | boolean, of: number) => `; ${value} for ${percent(of)}`,
    browsers: 'For',
    all: 'All browsers',
    some: 'A share of browsers',
    now: 'Urgent: open tabs take it at once',
    nowHint: 'Otherwise they take it at their next navigation.',
    none: 'as declared',
    takesAll: 'Every page load has the settings from now on.',
    takesShare: (of: number) => `${percent(of)} of browsers have what is set for a share.`,
    takesNow: 'Open tabs take them at once.',
  },
  everybody: 'Every page load gets it from now on.',
  first: 'It is new on this channel.',
  removed: 'It leaves this channel.',
  arranged: (hidden: readonly string[], order: readonly string[]) =>
    [
      hidden.length > 0 && `hidden: ${hidden.join(', ')}`,
      order.length > 0 && `first: ${order.join(', ')}`,
    ]
      .filter((one) => one !== false)
      .join('; ') || 'everything is shown in its own order',
  arrangedWhen: 'New page loads show this at once, open tabs after their next navigation.',
  resumes: 'The build may be released again. No browser gets it by this alone.',
  liveIsMeant: (app: string, build: string) => `Take back ${build}, the live build of ${app}`,
  liveIsMeantHint: (canary: string, value: number, paused: boolean) =>
    paused
      ? `Its canary ${canary} (${percent(value)}) is paused: no browser gets that.`
      : `Its canary ${canary} (${percent(value)}) ends as well. To end only that: ${actions.abort}.`,
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
    `Until it is unlocked, nobody can release ${app}; whoever tries sees your reason. A manager can still roll it back.`,
  unlockMeans: (app: string) => `${app} can be released again.`,
  freezeMeans:
    'Until then, nothing is released to the channel; whoever tries sees your reason. Ramps wait. Going back stays possible.',
  unfreezeMeans: 'Builds can be released again.',
  frozenUntil: 'Until',
  untilMissing: 'Enter a time within a year from now.',
  frozenBy: (who: string, until: string, reason: string) =>
    `It is frozen by ${who} until ${until}: “${reason}”`,
  lockedBy: (who: string, reason: string) => `It is locked by ${who}: “${reason}”`,
  moved: 'The channel has changed in the meantime',
  movedHint: 'This is what happened. Below is what your change would do now.',
  movedUnknown: 'What happened could not be read.',
  done: {
    change: (kind: string, what: string, revision: number) =>
      `${kind} ${what}: revision ${count(revision)}.`,
    lock: (app: string) => `${app} is locked.`,
    unlock: (app: string) => `${app} is unlocked.`,
    freeze: (channel: string) => `${channel} is frozen.`,
    unfreeze: (channel: string) => `${channel} is not frozen any more.`,
  },
} as const;
