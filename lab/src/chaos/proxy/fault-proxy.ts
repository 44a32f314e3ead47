import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { askOnward } from '@tallystick/e2e/src/house/ask-onward.ts';
import { listenAnywhere } from '@tallystick/e2e/src/house/listen-anywhere.ts';
import { applyFailure, delayMs, type Failure } from './failure.ts';

/** An HTTP proxy between the browser and one server, which can make answers fail. */
export async function openFaultProxy() {
  let target = '';
  let injected: { paths: RegExp; failure: Failure } | null = null;
  let hits = 0;
  const server = createServer((asked, answer) => {
    const failure = injected?.paths.test(asked.url ?? '') ? injected.failure : null;
    if (failure !== null) hits += 1;
    pass(asked, answer, target, failure).catch(() => answer.destroy());
  });
  const { port, disconnectAll, close } = await listenAnywhere(server);
  return {
    /** Where the browser finds the server. */
    url: `http://localhost:${port}`,
    forwardTo: (url: string) => {
      target = url;
    },
    /** From now on answers to requests for these paths fail. */
    inject(paths: RegExp, failure: Failure) {
      injected = { paths, failure };
      hits = 0;
    },
    /** Ends the failure; requests that hang are disconnected. */
    clear() {
      if (injected?.failure === 'hangs') disconnectAll();
      injected = null;
    },
    /** How many answers failed since `inject` was called. */
    hits: () => hits,
    close,
  };
}

async function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  target: string,
  failure: Failure | null,
): Promise<void> {
  if (failure === 'hangs') return;
  if (failure === 'refused') {
    asked.socket.destroy();
    return;
  }
  const { 'accept-encoding': _coding, 'if-none-match': _known, ...whole } = asked.headers;
  // The server gets the request: what fails is its answer, which is then to be whole and not compressed.
  const headers = failure === null ? asked.headers : whole;
  const url = new URL(asked.url ?? '/', target);
  const got = await askOnward(url, asked, answer, { headers, agent: false });
  if (failure === 'late') await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (failure === null || failure === 'late') {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    // At once: the head of a stream of events says that it is open.
    answer.flushHeaders();
    got.pipe(answer);
    got.on('error', () => answer.destroy());
    return;
  }
  const { statusCode: status = 502 } = got;
  const sent = applyFailure(failure, { status, headers: got.headers, body: await buffer(got) });
  answer.writeHead(sent.status, sent.headers);
  if (sent.cut) answer.write(sent.body, () => asked.socket.destroy());
  else answer.end(sent.body);
}
