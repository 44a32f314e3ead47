import { counted } from '../../say/numbers.ts';

/** Texts of the console about which packages are in builds. */
export const words = {
  title: 'Packages',
  lead: 'Which builds have a package of npm in them, by the bill of materials that was published with each.',
  name: 'Package',
  nameHint: 'As npm calls it, such as lodash or @acme/dates.',
  nameWrong: 'That is not the name of a package.',
  range: 'Versions',
  rangeHint: 'Such as 19, ^4.1.0 or <4.17.21. Empty: any.',
  rangeWrong: 'That is not a range of versions.',
  look: 'Look for it',
  found: { inside: 'inside', taken: 'from its page', unknown: 'unknown' },
  standing: {
    live: (channel: string) => `live in ${channel}`,
    canary: (channel: string) => `canary in ${channel}`,
    ramping: (channel: string) => `ramping in ${channel}`,
    earlier: (channel: string) => `was live in ${channel}`,
  },
  never: 'was never live',
  list: 'Builds',
  result: (what: string, inside: number, unknown: number) =>
    [
      inside === 0 && unknown > 0
        ? `No build that browsers get is known to have ${what}.`
        : `${what} is in ${inside === 0 ? 'no build' : counted(inside, 'build')} that browsers get.`,
      unknown === 0 ? '' : `Of ${counted(unknown, 'build')} of these nobody knows what is inside.`,
    ]
      .filter(Boolean)
      .join(' '),
  rebuild: (team: string) => `To be built anew by ${team}`,
  publishedBy: (name: string) => `Published by ${name}`,
} as const;
