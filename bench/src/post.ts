import { type Agent, request } from 'node:http';

/** Sends a call and reads its whole answer; fails if that has another status than `expected`. */
export function post(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  body: string,
  expected = 200,
): Promise<void> {
  return new Promise((done, fail) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      if (answer.statusCode !== expected) fail(new Error(`${url} answered ${answer.statusCode}.`));
      answer.on('end', done).on('error', fail).resume();
    });
    sent.on('error', fail).end(body);
  });
}
