import * as v from 'valibot';

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('success'), id: v.number(), result: v.unknown() }),
  v.object({
    type: v.literal('error'),
    id: v.nullable(v.number()),
    error: v.string(),
    message: v.string(),
  }),
  v.object({ type: v.literal('event') }),
]);

/** A connection that speaks WebDriver BiDi. */
export async function connectBidi(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let sent = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = v.parse(messageSchema, JSON.parse(data));
    if (message.type === 'event' || message.id === null) return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') asked?.resolve(message.result);
    // The browser may name a page of its own instead of an address. The first line of its message is the reason.
    else asked?.reject(new Error(`${message.error}: ${message.message.split('\n', 1)[0]}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has gone'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`${address} does not answer`)));
  });
  return {
    /** Gives a command; resolves with its result. @throws with what the browser says of its failure. */
    send(method: string, params: object): Promise<unknown> {
      sent += 1;
      const id = sent;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    disconnect: () => socket.close(),
  };
}
