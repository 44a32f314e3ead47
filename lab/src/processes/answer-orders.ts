import { once } from 'node:events';
import type { Server } from 'node:net';
import * as v from 'valibot';

// What processes do that were begun by `askProcess`, `forkServer` or to be told something by `tell`.

/** The order that came with the process. */
export const readOrder = <Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> =>
  v.parse(schema, JSON.parse(process.argv[2] ?? ''));

/** Carries out each order that it is told, and says what comes of it; ends with who tells. */
export function answerOrders<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: (order: v.InferOutput<Schema>) => Promise<unknown>,
): void {
  process.on('message', (order) => {
    answer(v.parse(schema, order)).then((said) => process.send?.(said ?? 'done'), endWith);
  });
  process.on('disconnect', () => process.exit());
}

/** Lets a server listen, says its port, and ends with who has forked it. */
export async function sayPort(server: Server): Promise<void> {
  server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object') process.send?.(address?.port);
  process.on('disconnect', () => process.exit());
}

/** Ends the process by an error. */
export function endWith(error: unknown): never {
  console.error(error);
  process.exit(1);
}
