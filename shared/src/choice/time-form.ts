import { openChoice } from '@tallystick/ui/choice';

/** How times are told: in UTC, in the time of this place, or as seen from now. */
export const timeForm = openChoice('time', ['utc', 'local', 'relative'], 'utc');

export const timeFormStrings = {
  legend: 'Show times',
  options: { utc: 'UTC', local: 'Local', relative: 'Relative' },
} as const;
