import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenAnywhere } from '@tallystick/e2e/src/house/listen-anywhere.ts';
import { applyFailure, delayMs, type Failure } from './failure.ts';

/** An HTTP proxy between the browser and one server, which can make answers fail. */
export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>;

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
  // The server gets the request: what fails is its answer.
  const got = await ask(asked, answer, target, failure !== null);
  if (failure === 'late') await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (failure === null || failure === 'late') {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    // At once: the head of a stream of events says that it is open.
    answer.flushHeaders();
    got.pipe(answer);
    got.on('error', () => answer.destroy());
    return;
  }
  const { statusCode: status = 502, headers } = got;
  const sent = applyFailure(failure, { status, headers, body: await buffer(got) });
  answer.writeHead(sent.status, sent.headers);
  if (sent.cut) answer.write(sent.body, () => asked.socket.destroy());
  else answer.end(sent.body);
}

/** @param plain whether the answer is to be whole and not compressed */
function ask(
  asked: IncomingMessage,
  answer: ServerResponse,
  target: string,
  plain: boolean,
): Promise<IncomingMessage> {
  const headers = { ...asked.headers };
  if (plain) {
    delete headers['accept-encoding'];
    delete headers['if-none-match'];
  }
  return new Promise((resolve, reject) => {
    const onward = request(
      new URL(asked.url ?? '/', target),
      { method: asked.method, headers, agent: false },
      resolve,
    );
    onward.on('error', reject);
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
}
