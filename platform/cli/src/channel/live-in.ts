import { channelNameSchema } from '@tallystick/contract/release';
import { routes } from '@tallystick/registry/contract/routes';
import * as v from 'valibot';
import { channelOf, type Given } from '../command/verb.ts';
import { fail, orFail } from '../outcome.ts';
import { requireChannel } from './known-channel.ts';

/**
 * The builds that are live in another channel, as `app@build`: of the named apps, or of all. Canaries are not among them.
 */
export async function liveIn(from: string, { words, client, ...given }: Given): Promise<string[]> {
  if (!v.is(channelNameSchema, from)) fail('usage', `--from ${from} is not a channel's name.`);
  if (from === channelOf(given)) fail('usage', `--from ${from} is the channel that is to change.`);
  const versioned = words.find((word) => word.includes('@'));
  if (versioned !== undefined) {
    fail('usage', `With --from an app has no version: ${versioned.split('@', 1)[0]}.`);
  }
  await requireChannel(from, client);
  const { current } = orFail(await client.call(routes.board, { params: { channel: from } }));
  const builds = current?.builds ?? {};
  const apps = words.length === 0 ? Object.keys(builds) : words;
  return apps.map((app) => {
    const build = builds[app];
    return build === undefined
      ? fail('unknown', `${app} is not in ${from}.`, `What is: status --channel ${from}.`)
      : `${app}@${build}`;
  });
}
