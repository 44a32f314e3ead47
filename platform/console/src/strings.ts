import type { Breach } from '@tallystick/registry/contract/board';
import { buildWords } from './say/build-parts.ts';
import { count, counted, percent, share } from './say/numbers.ts';

const tabs = (many: number) => counted(many, 'open tab');
const apps = (many: number) => counted(many, 'app');

/** How builds fail, in a word or two. */
const failureWords: Readonly<Record<string, string>> = {
  unavailable: 'files missing or changed',
  slow: 'too slow',
  incomplete: 'code that does not begin',
  misfit: 'shared version does not fit',
  boot: 'error right after it began',
  render: 'error on the page',
  chunk: 'late file missing',
  event: 'error later on (counts for nothing)',
};

const actions = {
  promote: 'Promote',
  canary: 'Canary',
  rollback: 'Roll back',
  recall: 'Recall',
  abort: 'Abort canary',
  lock: 'Lock',
  unlock: 'Unlock',
  unhold: 'Resume',
  preview: 'Preview',
  openPreview: 'Open preview',
  undo: 'Undo',
} as const;

/** All that the console says. */
export const strings = {
  actions,
  desk: 'Release desk',
  title: (page: string) => `${page} · Release desk`,
  pages: { board: 'Board', history: 'History', audit: 'Audit', tokens: 'Tokens' },
  menu: 'Pages of the release desk',
  nowhere: { title: 'Not Found', text: 'There is nothing at this address.', back: 'To the board' },

  trouble: {
    offline: 'The registry does not answer. It is asked again and again.',
    lost: 'The registry does not answer. It may have been done or not: look before you try again.',
    unreadable:
      'The registry answered something else than agreed. Console and registry may be of different versions: reload the page.',
    /** The registry's own words stand below. */
    heading: {
      invalid: 'This cannot be done',
      unauthorized: 'Your session has ended',
      forbidden: 'Your token may not do this',
      unknown: 'It is not there',
      taken: 'The build id is taken',
      moved: 'Somebody else was faster',
      oversize: 'That is too large',
      unfit: 'The build does not fit',
      locked: 'The app is locked',
      condemned: 'The build was taken back',
      ambiguous: 'Which is meant, the live build or the canary?',
      unguarded: 'The request was not complete',
      limited: 'Too many tries',
      damaged: 'The registry is damaged',
      unavailable: 'The registry cannot answer now',
      offline: 'No connection to the registry',
      unreadable: 'The answer makes no sense',
    },
    /** What can be done about it, in place of the release command's words. */
    wayOut: {
      locked: (by: string) => `Talk to ${by}. A manager can unlock it.`,
      condemned:
        'Ship another build, or let a manager resume this one in the list of the app’s builds.',
      ambiguous: 'Say below that the live build is meant. To end the canary alone: Abort canary.',
    },
    /** The heading where the registry says what became of the build. */
    condemned: {
      paused: 'The build is paused',
      'rolled-back': 'The build was rolled back by the registry',
      recalled: 'The build was recalled',
      undone: 'The build was undone',
    },
    kept: (when: string) => `What you see is as of ${when}.`,
  },
  wait: 'Please wait...',

  connection: {
    live: 'Live',
    connecting: 'Connecting...',
    lost: 'Connection lost, trying again',
  },

  session: {
    title: 'Sign in',
    lead: 'What is live, what is failing, and one button that takes it back.',
    token: 'Token',
    hint: 'A manager’s token, or a publisher’s. On the machine itself it lies in release.key.',
    signIn: 'Sign in',
    signOut: 'Sign out',
    empty: 'Paste a token first.',
    wrong: 'This token is unknown, revoked or expired.',
    ended: 'Your session has ended',
    endedLead: 'Sign in again to go on where you are. What you have typed is kept.',
    signedOut: 'You are signed out.',
    linkIsOver: 'This link was used already, or is too old. Sign in with a token.',
    link: {
      title: 'Sign in by the link?',
      lead: (name: string) =>
        `You are signed in as ${name}. The link that you opened signs in as whoever made it, and what you do then is done under that name.`,
      use: 'Sign in by the link',
      over: 'This link was used already, or is too old.',
    },
    account: (name: string) => `Signed in as ${name}`,
    manager: 'Manager of all apps',
    publisher: (app: string) => `Publisher of ${app}`,
  },
  theme: { title: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },

  channel: 'Channel',
  board: {
    notWhole: 'History is not whole: what was done is not what is written there.',
    breaches: {
      title: 'The policy of the pages refuses what these builds ask for',
      line: (breach: Omit<Breach, 'lastSeen'>) =>
        `${breach.app} ${breach.build}: ${breach.directive} ${breach.blocked}, ` +
        `${counted(breach.reports, 'time')} since ${breach.firstSeen.slice(0, 10)}`,
    },
    title: 'What is live',
    apps: 'Apps',
    empty: 'Nothing is live on this channel yet.',
    emptyHint: 'Publish and promote a first build: npm run release -- --help',
    revision: (number: number) => `Revision ${count(number)}`,
    tabs: (many: number) => (many === 0 ? 'No open tabs' : tabs(many)),
    columns: {
      app: 'App',
      live: 'Live',
      since: 'Since',
      loads: 'Loads, last hour',
      tabs: 'Open tabs',
    },
    by: (who: string) => `by ${who}`,
    select: (app: string) => `Select ${app}`,
    locked: 'Locked',
    paused: 'Paused',
    left: 'Left to you',
    notLive: 'Not on this channel',
    canary: (value: number) => `Canary ${percent(value)}`,
    elsewhere: (channel: string) => `On ${channel}:`,
    loads: {
      none: 'No loads',
      ran: (ran: number) => (ran === 1 ? '1 load, no failure' : `${count(ran)} loads, no failures`),
      failed: (failed: number, all: number) => `${count(failed)} of ${count(all)} failed`,
    },
    browsers: {
      failed: (failed: number, all: number) =>
        `failed in ${count(failed)} of ${counted(all, 'browser')} lately`,
      kind: (kind: string, many: number) => `${failureWords[kind] ?? kind} ${count(many)}`,
      steps: (steps: number, recovered: number) =>
        `stepped down in ${counted(steps, 'tab')}, back in ${count(recovered)}`,
      took: (median: number, p95: number) =>
        `loads took ${count(median)} ms, the slowest twentieth over ${count(p95)} ms`,
    },
    severity: { calm: 'Fine', watch: 'Watch', failing: 'Failing' },
    roles: {
      live: 'live',
      canary: 'canary',
      recalled: 'recalled',
      paused: 'paused',
      'rolled-back': 'rolled back',
      undone: 'undone',
      former: 'earlier',
    },
    tabsOf: (parts: readonly { tabs: number; role: string }[]) =>
      parts.length === 0
        ? 'No open tabs'
        : parts.map(({ tabs: many, role }) => `${count(many)} ${role}`).join(', '),
    set: {
      title: 'Release set',
      selected: (many: number) => `${apps(many)} selected`,
      hint: 'moved as one revision',
      clear: 'Clear the selection',
    },
  },

  recall: {
    title: (app: string) => `Recall of ${app}`,
    left: (percentLeft: number, build: string) =>
      `${percentLeft} % of tabs have left ${buildWords(build)}`,
    all: (build: string) => `100 % of tabs have left ${buildWords(build)}`,
    none: (build: string) => `No open tab ran ${buildWords(build)}`,
    still: (many: number) =>
      many === 1 ? '1 tab still runs it' : `${count(many)} tabs still run it`,
    gone: (many: number) => (many === 1 ? 'It was 1 tab' : `They were ${count(many)} tabs`),
  },

  app: {
    back: 'All apps',
    facts: { live: 'Live', since: 'Since', canary: 'Canary', why: 'Why' },
    in: (revision: number) => `in revision ${count(revision)}`,
    status: {
      none: 'Nobody loaded it in the last hour.',
      ran: (ran: number) => `${counted(ran, 'load')} in the last hour, and no failure.`,
      failed: (failed: number, all: number, rate: number) =>
        `${count(failed)} of ${counted(all, 'load')} failed in the last hour: ${share(rate)}`,
    },
    locked: (who: string) => `Locked by ${who}`,
    paused: {
      title: (value: number) => `Canary for ${percent(value)} paused by the registry:`,
      wayOut:
        'No browser gets it. Ship another build, or let a manager resume it and promote it again.',
    },
    condemned: (who: string, reason: string) => `Taken back by ${who}: “${reason}”`,
    left: 'It fails, and the registry leaves it to you',
    actions: 'Actions',
    none: (mine: string) => `Your token moves ${mine} alone.`,
    running: 'In open tabs',
    runningNone: 'No open tab runs any build of this app.',
    builds: 'Builds',
    buildsNone: 'No build of this app was ever published.',
    allBuilds: (many: number) => `Show all ${count(many)} builds`,
    from: (commit: string, verified: boolean) =>
      `from ${commit}${verified ? ', verified' : ', as it was said'}`,
    previewOnly: 'For previews',
    files: (many: number) => counted(many, 'file'),
    recent: 'Lately',
    recentNone: 'No revision moved this app yet.',
    all: 'All of its history',
    unknown: (app: string) => `${app} is not on this channel, and no build of it was published.`,
    buildAction: (action: string, build: string) => `${action}: ${buildWords(build)}`,
  },

  change: {
    close: 'Close',
    cancel: 'Cancel',
    /** The heading of a dialog, and its button. */
    title: (action: keyof typeof actions, what: string) =>
      action === 'canary'
        ? `Canary of ${what}`
        : action === 'abort'
          ? `Abort the canary of ${what}`
          : `${actions[action]} ${what}`,
    confirm: { ...actions, canary: 'Start the canary' },
    revision: (number: number) => `revision ${count(number)}`,
    allTheSame: (action: string) => `${action} all the same`,
    what: (names: readonly string[]) =>
      names.length < 3 ? names.join(' and ') : apps(names.length),
    build: 'Build',
    buildOf: (app: string) => `Build of ${app}`,
    noBuild: (app: string) => `There is no other build of ${app} to choose.`,
    chooseBuild: 'Choose a build',
    published: (words: string, when: string) => `${words} · ${when}`,
    backTo: 'Back to',
    backToOf: (app: string) => `Back to, for ${app}`,
    before: 'The build before',
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
    everybody: 'Every page load gets it from then on.',
    first: 'It is new on this channel.',
    removed: 'It leaves this channel.',
    resumes: 'The build may be shipped again. No browser gets it by this alone.',
    liveIsMeant: (app: string, build: string) =>
      `Take back ${buildWords(build)}, the live build of ${app}`,
    liveIsMeantHint: (canary: string, value: number, paused: boolean) =>
      paused
        ? `Its canary ${buildWords(canary)} (${percent(value)}) is paused: no browser gets that.`
        : `Its canary ${buildWords(canary)} (${percent(value)}) ends as well. To end that alone: Abort canary.`,
    canaryStarts: (value: number, build: string) =>
      `${percent(value)} of browsers get ${buildWords(build)}; the others keep what they have.`,
    canaryMoves: (from: number, to: number, build: string) =>
      `${percent(to)} of browsers get ${buildWords(build)}, in place of ${percent(from)}.`,
    canaryEnds: (value: number, build: string) =>
      `The canary of ${buildWords(build)} (${percent(value)}) ends.`,
    canaryBecomesLive: (value: number) => `Until now ${percent(value)} of browsers had it.`,
    tabsLeave: (many: number, build: string, atOnce: boolean) =>
      many === 0
        ? `No open tab runs ${buildWords(build)}.`
        : `${tabs(many)} ${many === 1 ? 'runs' : 'run'} ${buildWords(build)} and ${many === 1 ? 'leaves' : 'leave'} it ${atOnce ? 'at once' : 'at the next navigation'}.`,
    previewsEnd: (builds: readonly string[]) => {
      const named = [...new Set(builds)].map(buildWords).join(', ');
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
  },

  kinds: {
    promote: 'Promoted',
    canary: 'Canary',
    rollback: 'Rolled back',
    recall: 'Recalled',
    remove: 'Removed',
    hold: 'Paused',
    unhold: 'Resumed',
  },

  history: {
    title: 'History',
    automatic: 'By itself',
    filter: 'App',
    everyApp: 'All apps',
    more: 'Load more',
    empty: 'No revision yet.',
    emptyFor: (app: string) => `No revision moved ${app} yet.`,
    new: 'new',
    gone: 'removed',
    canary: (from: number | null, to: number | null) =>
      `canary ${from === null ? 'none' : percent(from)} → ${to === null ? 'ended' : percent(to)}`,
    verify: 'Verify',
    verifying: 'Reading the whole log...',
    readAt: 'Read',
    holds: (entries: number, revisions: number) =>
      `The history holds: ${counted(entries, 'entry', 'entries')} and ${counted(revisions, 'revision')} were read, each fits the one before.`,
    broken: 'The history does not hold',
    head: 'Hash of the last entry',
    undo: (revision: number) => `Undo revision ${count(revision)}`,
    preview: (revision: number) => `Preview revision ${count(revision)}`,
  },

  audit: {
    title: 'Audit',
    lead: 'Everything that was done to the registry. Each entry has its place in a log of hashes that the registry signs.',
    empty: 'Nothing was done yet.',
    actions: {
      publish: 'Published',
      change: 'Moved',
      lock: 'Locked',
      unlock: 'Unlocked',
      settings: 'Changed settings',
      'token-create': 'Created a token',
      'token-revoke': 'Revoked a token',
      gc: 'Deleted old builds',
      trust: 'Trusted a pipeline',
      distrust: 'Withdrew trust',
      'token-exchange': 'Signed in a pipeline',
      'preview-link': 'Opened a preview',
      'preview-end': 'Ended a preview',
      webhook: 'Set a webhook',
      'webhook-remove': 'Removed a webhook',
    },
  },

  settings: {
    title: 'Settings',
    of: (app: string) => `Settings of ${app}`,
    change: 'Change settings',
    done: (app: string) => `The settings of ${app} are changed.`,
    bytes: 'Size of a build',
    files: 'Files of a build',
    drafts: 'Drafts',
    draftsOf: (many: number, hours: number) =>
      `${count(many)} at a time, each for ${counted(hours, 'hour')}`,
    approved: 'Approved',
    approvedHint:
      'API hosts (https://…) and paths that begin with a parameter (/:…), with spaces between.',
    nothing: 'nothing',
    changed: 'Changed',
    changedMeanwhile: (by: string, reason: string) =>
      `${by} changed them meanwhile: “${reason}”. What you typed stands; all else is as they left it. Look at it, and send it again.`,
    field: {
      bytes: 'Size of a build, in MB',
      files: 'Files of a build',
      drafts: 'Drafts at a time',
      draftHours: 'Hours of a draft',
    },
    limitHint: (most: number) => `At most ${count(most)}; nothing: the default.`,
    noLimit: (most: number) => `A number from 1 to ${count(most)}, or nothing.`,
  },

  tokens: {
    title: 'Tokens',
    lead: 'Who may publish and move builds. Secrets are kept as hashes: nobody can read them again.',
    managersOnly: 'Only a manager’s token sees and makes tokens.',
    create: 'Create a token',
    name: 'Name',
    nameHint: 'Who acts, as history will have it.',
    nameMissing: 'Give it a name.',
    scope: 'May',
    manager: 'manage all apps',
    publisher: (app: string) => `publish and move ${app}`,
    days: 'Good for',
    daysOf: (days: number) => `${count(days)} days`,
    made: 'The token is made',
    madeHint: 'This is the only time that its secret is shown. Copy it now.',
    secret: 'secret of the token',
    copied: 'I have copied it',
    created: 'Created',
    expires: 'Expires',
    expired: 'Expired',
    revoked: 'Revoked',
    used: 'Last used',
    never: 'never',
    active: 'Active',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeMeans: (name: string) =>
      `Whoever uses ${name} is refused from now on. This cannot be undone.`,
    own: 'It is the token that you are signed in with: you will be signed out.',
    revokedOf: (name: string) => `${name} is revoked.`,
    empty: 'There are no tokens.',
  },
} as const;
