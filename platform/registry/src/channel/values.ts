import { areSameValues, type SettingValues } from '@tallystick/contract/setting-values';
import { type AppValues, maxValues } from '../contract/app-values.ts';
import type { Change } from '../contract/channel.ts';
import { type OrRefusal, refusal } from '../contract/problem.ts';

/** Whether the same is set, and is to be taken as soon. */
export function areSameAppValues(one: AppValues | null, other: AppValues | null): boolean {
  return (
    one?.now === other?.now &&
    areSameValues(one?.values, other?.values) &&
    one?.share?.percent === other?.share?.percent &&
    areSameValues(one?.share?.values, other?.share?.values)
  );
}

/** What is set of an app's settings after a change of them; null: nothing is. */
export function configured(
  before: AppValues | null,
  { app, set, percent, complete, now }: Extract<Change, { kind: 'configure' }>,
  revision: number,
): OrRefusal<AppValues | null> {
  const { values = {}, share } = before ?? {};
  // A tab that slept through a change that was urgent has not taken it.
  const since = now ? revision : before?.now;
  if (complete && share === undefined) {
    return refusal('invalid', `no share of browsers has settings of ${app} of its own`);
  }
  if (complete && (percent !== undefined || Object.keys(set).length > 0)) {
    return refusal('invalid', 'what a share of browsers has is completed as it is');
  }
  if (percent === undefined) {
    // Set for all, a name has one value: that of a share ends.
    const all = complete ? { ...values, ...share?.values } : withSet(values, set);
    const rest = complete || share === undefined ? {} : withSet(share.values, endOf(set));
    return bounded(app, all, share && { ...share, values: rest }, since);
  }
  if (Object.values(set).includes(null)) {
    return refusal(
      'invalid',
      'for a share of browsers a setting is set: its default is a value too',
    );
  }
  const other = { percent, values: withSet(share?.values ?? {}, set) };
  if (Object.keys(other.values).length === 0) {
    return refusal('invalid', 'this says no setting of the share of browsers');
  }
  return bounded(app, values, other, since);
}

function bounded(
  app: string,
  values: SettingValues,
  share: AppValues['share'],
  now: AppValues['now'],
): OrRefusal<AppValues | null> {
  const hasShare = share !== undefined && Object.keys(share.values).length > 0;
  if (Object.keys(values).length === 0 && !hasShare && now === undefined)
    return { ok: true, value: null };
  const value = { values, ...(hasShare && { share }), ...(now !== undefined && { now }) };
  const size = JSON.stringify(value).length;
  return size <= maxValues
    ? { ok: true, value }
    : refusal('oversize', `what is set of ${app} has ${size} characters, and ${maxValues} at most`);
}

const endOf = (set: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(set).map((name) => [name, null]));

function withSet(
  values: SettingValues,
  set: Readonly<Record<string, SettingValues[string] | null>>,
): SettingValues {
  const next = { ...values };
  for (const [name, value] of Object.entries(set)) {
    if (value === null) delete next[name];
    else next[name] = value;
  }
  return next;
}
