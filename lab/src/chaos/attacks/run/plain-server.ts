import { createServer } from 'node:http';
import { sayPort } from '../../../processes/answer-orders.ts';

/**
 * A process that is an HTTP server and nothing else, which nobody attacks. It shows how much the
 * machine itself slows while others are attacked (`forkServer`).
 */
const server = createServer((_request, answer) => {
  answer.setHeader('content-type', 'application/json');
  answer.end('{"data":{}}');
});
await sayPort(server);
