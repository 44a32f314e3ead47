import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '@tallystick/store/free-ports.testing';
import { SMTPServer } from 'smtp-server';
import { listenAnywhere } from './listen-anywhere.ts';

/** A real mail server on this machine. */
export type TestMailServer = Awaited<ReturnType<typeof startMailServer>>;

export async function startMailServer() {
  const codes = new Map<string, string>();
  // One that nobody's connection gets while nothing listens there.
  const port = await freePort();
  let stop = async () => {};
  const start = async () => {
    await stop();
    const smtp = smtpServer(codes);
    await listenAnywhere(smtp.server, port);
    stop = () => new Promise((resolve) => smtp.close(() => resolve()));
  };
  await start();
  return {
    port,
    /** The newest sign-in code that was sent to an address, from the subject; undefined if none. */
    codeFor: (address: string) => codes.get(address),
    /** Nothing listens on the port any more. */
    stop: () => stop(),
    /** Stopped, then something listens that takes connections and says nothing. */
    hang: async () => {
      await stop();
      ({ close: stop } = await listenAnywhere(createServer(), port));
    },
    /** As it was at first, on the same port. */
    start,
  };
}

function smtpServer(codes: Map<string, string>): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 500,
    onData(stream, { envelope }, done) {
      text(stream).then((source) => {
        const code = /^Subject: (\d{6})\b/m.exec(source)?.[1];
        for (const { address } of envelope.rcptTo) if (code) codes.set(address, code);
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  return server;
}
