import { connect } from 'node:net';
import { rawCall, rawRequest } from '../../../http/raw-requests.ts';
import { liveStream } from '../target/live-stream.ts';
import type { Target } from '../target/target.ts';

/** Milliseconds within which an answer must begin. */
const timeoutMs = 10_000;

/**
 * What somebody does not get who comes now, from 127.0.0.1: news of releases, a live stream, the file of
 * a party's list. Each with the status of its answer.
 */
export async function refusedNewcomer(target: Target): Promise<string[]> {
  const { ports } = target;
  const party = { list: 'creator', user: 'p-1', format: 'csv' };
  const found = await Promise.all([
    statusOf(ports.site, rawRequest('GET', '/releases/events')).then(named('news')),
    liveStream(target)
      .then(
        (request) => statusOf(ports.ledger, request),
        () => 'no login',
      )
      .then(named('live stream')),
    statusOf(ports.ledger, rawCall('/transfers/export', party)).then(named('export')),
  ]);
  return found.filter((problem) => problem !== '');
}

const named = (what: string) => (status: string) =>
  status === '200' ? '' : `a newcomer gets no ${what} (${status})`;

function statusOf(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(request));
    const settle = (status: string) => {
      resolve(status);
      socket.destroy();
    };
    socket.setTimeout(timeoutMs, () => settle('no answer'));
    socket.on('error', () => settle('no answer'));
    socket.on('close', () => settle('no answer'));
    socket.once('data', (head) => settle(head.toString('latin1', 9, 12)));
  });
}
