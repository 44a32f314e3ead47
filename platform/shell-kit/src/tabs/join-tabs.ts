import * as v from 'valibot';
import { acquireLeadership } from './leadership.ts';

export interface TabsParts<Message> {
  /** Names the lock and the channel; tabs that do not understand each other need another name. */
  readonly name: string;
  /** Another tab may run another release of the site, so every message is parsed. */
  readonly schema: v.GenericSchema<unknown, Message>;
  readonly onMessage: (message: Message) => void;
  /** This tab is the one that leads, from now on until it leaves. */
  readonly onLead: () => void;
}

/** The tabs of a browser, of which one leads: that which holds a Web Lock. */
export type Tabs<Message> = ReturnType<typeof joinTabs<Message>>;

export function joinTabs<Message>({ name, schema, onMessage, onLead }: TabsParts<Message>) {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(schema, data);
    if (message.success) onMessage(message.output);
  };
  const giveUpLock = acquireLeadership(name, onLead);
  return {
    /** To all others. */
    post: (message: Message) => channel.postMessage(message),
    leave: () => {
      channel.close();
      giveUpLock();
    },
  };
}
