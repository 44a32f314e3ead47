import { defaultChannel } from '@tallystick/contract/release';

/** What a verb of the release command needs behind it to mean this channel, with a space before it. */
export function channelWords(channel: string): string {
  return channel === defaultChannel ? '' : ` --channel ${channel}`;
}
