import { didYouMean } from '@tallystick/contract/nearest';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { fail, orFail } from '../outcome.ts';

/** Ends the command if there is no such channel. */
export async function requireChannel(channel: string, client: AdminClient): Promise<void> {
  const channels = orFail(await client.call(routes.channels, {}));
  if (channels.includes(channel)) return;
  fail('unknown', `There is no channel ${channel}.${didYouMean(channel, channels)}`);
}
