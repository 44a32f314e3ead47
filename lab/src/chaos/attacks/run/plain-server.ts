import { createServer } from 'node:http';

/**
 * A process that is an HTTP server and nothing else, which nobody attacks: what it takes longer while
 * others are attacked, the machine takes longer. Prints its port.
 */
const server = createServer((_request, answer) => {
  answer.setHeader('content-type', 'application/json');
  answer.end('{"data":{}}');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
process.stdin.resume().on('end', () => process.exit());
