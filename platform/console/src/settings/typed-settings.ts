import {
  type AppSettings,
  approvalListOf,
  highestLimits,
  type Limits,
  limitNames,
  type NewSettings,
} from '@tallystick/registry/contract/app-settings';

const megabyte = 1_000_000;

/** Settings as they stand in the fields of a form: an empty limit is the default, bytes are megabytes. */
export interface TypedSettings extends Record<keyof Limits, string> {
  /** API hosts, openings and paths, with spaces between. */
  approved: string;
}

export function typedOf({ limits, connect, paths, openings }: AppSettings): TypedSettings {
  const { bytes, files, drafts, draftHours } = limits;
  return {
    bytes: bytes === undefined ? '' : `${bytes / megabyte}`,
    files: `${files ?? ''}`,
    drafts: `${drafts ?? ''}`,
    draftHours: `${draftHours ?? ''}`,
    approved: [...connect, ...openings, ...paths].join(' '),
  };
}

/** The fields once somebody else has made `after` of `before`: theirs, but for those that hold something else here. */
export function typedOver(
  typed: TypedSettings,
  before: AppSettings,
  after: AppSettings,
): TypedSettings {
  const [was, is] = [typedOf(before), typedOf(after)];
  const over = { ...is };
  for (const name of [...limitNames, 'approved'] as const) {
    if (typed[name] !== was[name]) over[name] = typed[name];
  }
  return over;
}

/** What a field can hold at most. */
export function highestTyped(name: keyof Limits): number {
  return name === 'bytes' ? highestLimits.bytes / megabyte : highestLimits[name];
}

/** The limit of a field: undefined for the default, null if it is none. */
export function limitOf(name: keyof Limits, text: string): number | undefined | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return undefined;
  const typed = Number(trimmed);
  // 8.2 * 1,000,000 is a little less than 8,200,000.
  const value = name === 'bytes' ? Math.round(typed * megabyte) : typed;
  return Number.isInteger(value) && value >= 1 && value <= highestLimits[name] ? value : null;
}

/** What is sent; null: a limit is none. */
export function settingsOf(typed: TypedSettings, reason: string): NewSettings | null {
  const limits: NewSettings['limits'] = {};
  for (const name of limitNames) {
    const limit = limitOf(name, typed[name]);
    if (limit === null) return null;
    if (limit !== undefined) limits[name] = limit;
  }
  const approved = [...new Set(typed.approved.split(/[\s,]+/).filter(Boolean))];
  const { connect = [], paths = [], openings = [] } = Object.groupBy(approved, approvalListOf);
  return {
    limits,
    ...{ connect, paths, openings },
    reason: reason.trim(),
  };
}
