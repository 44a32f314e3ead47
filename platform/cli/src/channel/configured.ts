import type { DeclaredSettings } from '@tallystick/contract/declared-settings';
import type { AppValues } from '@tallystick/registry/contract/app-values';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { type Cell, table } from '../command/table.ts';
import type { Io } from '../io.ts';
import { orFail } from '../outcome.ts';

/** An app's settings in one channel, by the builds that browsers get there. */
export interface Configured {
  channel: string;
  declared: DeclaredSettings;
  /** Null: nothing is set. */
  set: AppValues | null;
}

/** An app's settings in a channel; null: the app is not in it. What the canary declares beside the live build counts. */
export async function configuredIn(
  client: AdminClient,
  app: string,
  channel: string,
): Promise<Configured | null> {
  const { current } = orFail(await client.call(routes.board, { params: { channel } }));
  const live = current?.builds[app];
  if (!current || live === undefined) return null;
  const canary = current.canaries[app]?.build;
  const builds = canary === undefined ? [live] : [canary, live];
  const declared: DeclaredSettings = {};
  for (const build of builds) {
    const { artifact } = orFail(await client.call(routes.build, { params: { app, build } }));
    Object.assign(declared, artifact.declaration?.settings);
  }
  return { channel, declared, set: current.values?.[app] ?? null };
}

/** The same in each channel that has the app, in the order of their names. */
export async function configuredInAll(client: AdminClient, app: string): Promise<Configured[]> {
  const channels = orFail(await client.call(routes.channels, {}));
  const found = await Promise.all(channels.map((channel) => configuredIn(client, app, channel)));
  return found.flatMap((one) => (one && Object.keys(one.declared).length > 0 ? [one] : []));
}

/** A line for each setting, with what is set in each channel. */
export function describeConfigured(all: readonly Configured[], io: Io): string {
  const declared: DeclaredSettings = Object.assign({}, ...all.map((one) => one.declared));
  const names = Object.entries(declared).sort(([one], [other]) => (one < other ? -1 : 1));
  const rows = names.map(([name, setting]): Cell[] => [
    name,
    setting.type,
    { text: String(setting.default), tone: 'quiet' },
    ...all.map(({ set }) => valueIn(set, name)),
  ]);
  return table(['SETTING', 'TYPE', 'DEFAULT', ...all.map(({ channel }) => channel)], rows, io);
}

function valueIn(set: AppValues | null, name: string): string {
  const { values = {}, share } = set ?? {};
  const forAll = name in values ? `${values[name]}` : '';
  if (share === undefined || !(name in share.values)) return forAll || '-';
  return `${forAll} (${share.values[name]} for ${share.percent} %)`.trim();
}
