import { count, counted } from '../say/numbers.ts';

/** What the console says of limits and approvals of an app. */
export const words = {
  title: 'Settings',
  of: (app: string) => `Settings of ${app}`,
  change: 'Change settings',
  done: (app: string) => `The settings of ${app} are changed.`,
  bytes: 'Size per build',
  files: 'Files per build',
  drafts: 'Drafts',
  draftsOf: (many: number, hours: number) =>
    `${count(many)} at a time, each for ${counted(hours, 'hour')}`,
  approved: 'Approved',
  approvedHint:
    'API hosts (https://…), policy openings (frames:https://…, wasm) and paths that begin with a parameter (/:…), separated by spaces.',
  nothing: 'nothing',
  changed: 'Changed',
  changedMeanwhile: (by: string, reason: string) =>
    `${by} changed them in the meantime: “${reason}”. What you typed is kept. Check it and save again.`,
  field: {
    bytes: 'Size per build, in MB',
    files: 'Files per build',
    drafts: 'Drafts at a time',
    draftHours: 'Hours of a draft',
  },
  limitHint: (most: number) => `At most ${count(most)}; nothing: the default.`,
  noLimit: (most: number) => `A number from 1 to ${count(most)}, or nothing.`,
} as const;
