import { count, counted, percent } from '../say/numbers.ts';

/** What the console says of one app. */
export const words = {
  back: 'All apps',
  facts: {
    owner: 'Team',
    live: 'Live',
    built: 'Built from',
    since: 'Since',
    canary: 'Canary',
    why: 'Why',
  },
  in: (revision: number) => `in revision ${count(revision)}`,
  status: {
    title: (browsers: number) => (browsers === 0 ? 'Not known' : 'Fine'),
    well: (browsers: number) =>
      browsers === 0
        ? 'No browser has reported on it lately.'
        : `No failure in ${counted(browsers, 'browser')} lately.`,
  },
  locked: (who: string) => `Locked by ${who}`,
  paused: {
    title: (value: number) => `Canary for ${percent(value)} paused by the registry:`,
    wayOut:
      'No browser gets it. Release another build, or ask a manager to resume it and promote it again.',
  },
  condemned: (who: string, reason: string) => `Taken back by ${who}: “${reason}”`,
  left: 'It is failing, and the registry leaves the decision to you',
  actions: 'Actions',
  ways:
    'Roll back: open tabs leave the build at their next navigation. Recall: they leave it at once, with a notice. ' +
    'Either way, the next page load gets the previous build.',
  none: (mine: string, channels: readonly string[] = []) =>
    `Your token can release ${mine} only${channels.length === 0 ? '' : `, in ${channels.join(', ')}`}.`,
  ramp: {
    title: 'Ramp',
    now: (percent: string) => `${percent} now`,
    state: (words: string) => `It ${words}${/[.”]$/.test(words) ? '' : '.'}`,
    skipTo: (percent: string) => `Skip to ${percent}`,
  },
  running: 'In open tabs',
  runningNone: 'No open tab runs a build of this app.',
  beside: 'Canary beside the live build',
  besideLive: (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
  builds: 'Builds',
  buildsNone: 'No build of this app has been published.',
  allBuilds: (many: number) => `Show all ${count(many)} builds`,
  from: (commit: string, verified: boolean) =>
    `from ${commit}${verified ? ', verified' : ', not verified'}`,
  commit: {
    by: (author: string) => `by ${author}`,
    run: 'its run',
    changed: 'with uncommitted changes',
  },
  previewOnly: 'For previews',
  files: (many: number) => counted(many, 'file'),
  slots: {
    title: (slot: string) => `Slot ${slot}`,
    none: 'No other app adds anything here.',
    hidden: 'Hidden',
    hide: 'Hide',
    show: 'Show',
    up: 'Move up',
    of: (action: string, name: string) => `${action}: ${name}`,
  },
  recent: 'Recent',
  recentNone: 'No revision has changed this app yet.',
  all: 'Full history',
  unknown: (app: string) => `${app} is not on this channel, and no build of it has been published.`,
  buildAction: (action: string, build: string) => `${action}: ${build}`,
} as const;
