import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newsStream } from './news-stream.ts';

let url = '';
let answers: ServerResponse[] = [];
/** What the server answers with: a stream, unless a test says otherwise. */
let begin = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
};
const server = createServer((_request, response) => {
  answers.push(response);
  begin(response);
});

beforeEach(async () => {
  answers = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}/releases/events`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function listen() {
  const heard = { news: vi.fn(), beat: vi.fn(), ended: vi.fn() };
  const close = newsStream(url)(heard);
  return { ...heard, close };
}

const news = (revision: number) => ({ channel: 'production', revision, recalled: [] });
const event = (revision: number) => `event: release\ndata: ${JSON.stringify(news(revision))}\n\n`;
const first = () =>
  vi.waitFor(() => answers[0] ?? Promise.reject(new Error('not asked')), { timeout: 60_000 });

describe('the stream of news', () => {
  it('tells what the service says, however it is cut into pieces', async () => {
    const { news: told } = listen();
    const answer = await first();
    answer.write(`retry: 2000\n${event(1).slice(0, 30)}`);
    answer.write(`${event(1).slice(30)}${event(2)}`);
    await expect.poll(() => told.mock.calls).toEqual([[news(1)], [news(2)]]);
  });

  it('passes on heartbeats, and drops what it does not understand', async () => {
    const { news: told, beat } = listen();
    const answer = await first();
    answer.write(':\n\n');
    await expect.poll(() => beat).toHaveBeenCalledTimes(1);
    answer.write('event: other\ndata: 1\n\nevent: release\ndata: {"revision":0}\n\n');
    answer.write(event(3));
    await expect.poll(() => told.mock.calls).toEqual([[news(3)]]);
  });

  it('says that it ended, once', async () => {
    const { ended } = listen();
    (await first()).end();
    await expect.poll(() => ended).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a refusal', 503, 'text/event-stream'],
    ['a page', 200, 'text/html'],
  ])('takes %s for an end', async (_what, status, type) => {
    const before = begin;
    onTestFinished(() => {
      begin = before;
    });
    begin = (response) => response.writeHead(status, { 'content-type': type }).end(event(1));
    const { news: told, ended } = listen();
    await expect.poll(() => ended).toHaveBeenCalledTimes(1);
    expect(told).not.toHaveBeenCalled();
  });

  it('says nothing any more once it is closed', async () => {
    const { news: told, ended, close } = listen();
    const answer = await first();
    const gone = new Promise((resolve) => answer.on('close', resolve));
    close();
    await gone;
    expect(told).not.toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
  });

  it('says nothing any more once it is closed by who has heard of the first', async () => {
    const { news: told, close } = listen();
    told.mockImplementation(close);
    (await first()).write(`${event(1)}${event(2)}`);
    await expect.poll(() => told.mock.calls).toEqual([[news(1)]]);
  });
});
