import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** What a site's API answers to a call: its status and body; undefined: nothing, ever. */
export type TestAnswer = (
  path: string,
  /** Empty for a GET. */
  body: Readonly<Record<string, unknown>>,
  /** For which client it is made. */
  client: string,
) => { status: number; body: unknown } | undefined;

/** A site's API in a test, on a port of its own. */
export interface TestApi {
  url: string;
  /** What it was asked for, in order. */
  asked: string[];
  answer: TestAnswer;
  close(): Promise<void>;
}

export async function openTestApi(answer: TestAnswer): Promise<TestApi> {
  const server: Server = createServer(async (request, response) => {
    const path = (request.url ?? '').slice(1);
    api.asked.push(path);
    const sent = await text(request);
    const body = sent === '' ? {} : JSON.parse(sent);
    const given = api.answer(path, body, String(request.headers['x-forwarded-for'] ?? ''));
    if (given === undefined) return;
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const api: TestApi = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    answer,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return api;
}

export const good = (data: unknown) => ({ status: 200, body: { data } });
export const nothing = { status: 404, body: { error: 'There is no such thing.' } };
