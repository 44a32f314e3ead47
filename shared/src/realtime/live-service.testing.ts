import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { refetchErrorCode } from '../contracts/live.ts';

const api = '/api/client/v2.0';
const watchSchema = v.object({
  arguments: v.tuple([
    v.object({
      database: v.literal('ledger'),
      collection: v.literal('transfers'),
      filter: v.object({ _position: v.literal(true), _since: v.optional(v.string()) }),
    }),
  ]),
});

/**
 * A live feed on this machine that speaks what realm-web needs of the wire protocol. It does what a
 * test asks, and sends nothing by itself, not even a heartbeat.
 */
export async function startLiveService() {
  const log: { sequence: number; text: string }[] = [];
  const streams = new Set<ServerResponse>();
  /** What was asked, in order: `location`, `login`, `refresh`, `watch <since>`. */
  const heard: string[] = [];
  let kept = 0;
  let accepts = true;
  let access = 'access.1.x';
  let refresh = 'refresh.1.x';
  let logins = 0;

  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const invalid = (response: ServerResponse) =>
    json(response, 401, { error: 'invalid session', error_code: 'InvalidSession' });

  const watch = (response: ServerResponse, since: string | undefined) => {
    heard.push(`watch ${since ?? 'from now'}`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (since !== undefined && Number(since) < kept) {
      const error = JSON.stringify({ error: 'Load again.', error_code: refetchErrorCode });
      response.end(`event: error\ndata: ${error}\n\n`);
      return;
    }
    const position = since ?? String(log.at(-1)?.sequence ?? 0);
    const first = { _id: { _data: position }, operationType: 'position' };
    response.write(`data: ${JSON.stringify(first)}\n\n`);
    for (const { sequence, text } of log) if (sequence > Number(position)) response.write(text);
    streams.add(response);
    response.on('close', () => streams.delete(response));
  };

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (!accepts) return json(response, 503, { error: 'Full.', error_code: 'TooManyConnections' });
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const bearer = request.headers.authorization;
    switch (pathname) {
      case `${api}/app/ledger-local/location`:
        heard.push('location');
        return json(response, 200, { hostname: url });
      case `${api}/app/ledger-local/auth/providers/api-key/login`:
        heard.push('login');
        logins += 1;
        return json(response, 200, {
          access_token: access,
          refresh_token: refresh,
          user_id: 'live',
          device_id: '000000000000000000000000',
        });
      case `${api}/auth/session`:
        heard.push('refresh');
        return bearer === `Bearer ${refresh}`
          ? json(response, 201, { access_token: access })
          : invalid(response);
      case `${api}/app/ledger-local/functions/call`: {
        if (bearer !== `Bearer ${access}`) return invalid(response);
        const asked = Buffer.from(searchParams.get('baas_request') ?? '', 'base64').toString();
        const { filter } = v.parse(watchSchema, JSON.parse(asked)).arguments[0];
        return watch(response, filter._since);
      }
      default:
        return json(response, 404, { error: 'not found', error_code: 'NotFound' });
    }
  };

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = v.parse(v.object({ port: v.number() }), server.address());
  const url = `http://127.0.0.1:${port}`;
  const sendText = (text: string) => {
    for (const stream of streams) stream.write(text);
  };

  return {
    url,
    heard,
    logins: () => logins,
    streams: () => streams.size,
    /** Commits one event after another, and sends them. */
    commit: (...sequences: number[]) => {
      for (const sequence of sequences) {
        const text = `data: ${JSON.stringify(message(sequence))}\n\n`;
        log.push({ sequence, text });
        sendText(text);
      }
    },
    sendText,
    beat: () => sendText(':\n\n'),
    /** Keeps only events after `sequence` for those who come back. */
    prune: (sequence: number) => {
      kept = sequence;
      log.splice(0, log.length, ...log.filter((event) => event.sequence > sequence));
    },
    cut: () => {
      for (const stream of streams) stream.destroy();
    },
    /** Whether it lets anybody in. */
    accept: (yes: boolean) => {
      accepts = yes;
    },
    expireAccess: () => {
      access = `access.${Math.random()}.x`;
    },
    expireSessions: () => {
      access = `access.${Math.random()}.x`;
      refresh = `refresh.${Math.random()}.x`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The wire's message of an event: an insert, or for an even sequence an update, of `t-<sequence>`. */
export function message(sequence: number) {
  return {
    _id: { _data: String(sequence) },
    operationType: sequence % 2 === 0 ? 'update' : 'insert',
    clusterTime: { $timestamp: { t: 1_700_000_000, i: 1 } },
    fullDocument: {
      _id: `t-${sequence}`,
      item: `t-${sequence}`,
      trxn: null,
      stat: 0,
      feat: { form: 'asset', sort: 'transfer' },
      crts: 1_700_000_000_000 + sequence,
      cred: 'creator-1',
      debt: 'user-1',
    },
    ns: { db: 'ledger', coll: 'transfers' },
    documentKey: { _id: `t-${sequence}` },
  };
}
