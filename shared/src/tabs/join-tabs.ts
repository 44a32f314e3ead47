import * as v from 'valibot';
import { acquireLeadership } from './leadership.ts';

export interface TabsParts<Message> {
  readonly locks: LockManager;
  /** Names the lock and the channel; tabs that do not understand each other need another name. */
  readonly name: string;
  /** Another tab may run another release of the site, so every message is parsed. */
  readonly schema: v.GenericSchema<unknown, Message>;
  readonly onMessage: (message: Message) => void;
  /** This tab is the one that leads, from now on until it leaves. */
  readonly onLead: () => void;
}

/** The tabs of a browser, of which one leads: that which holds a Web Lock. */
export interface Tabs<Message> {
  /** To all others. */
  readonly post: (message: Message) => void;
  readonly leave: () => void;
}

export function joinTabs<Message>({
  locks,
  name,
  schema,
  onMessage,
  onLead,
}: TabsParts<Message>): Tabs<Message> {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(schema, data);
    if (message.success) onMessage(message.output);
  };
  const giveUpLock = acquireLeadership(locks, name, onLead);
  return {
    post: (message) => channel.postMessage(message),
    leave: () => {
      channel.close();
      giveUpLock();
    },
  };
}
