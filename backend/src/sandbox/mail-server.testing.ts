import { text } from 'node:stream/consumers';
import { freePort } from '@tallystick/store/free-ports.testing';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server took it. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Headers and body as they came. */
  source: string;
}

export interface TestMailServer {
  port: number;
  mails: readonly TakenMail[];
  close(): Promise<void>;
}

/** A real mail server on this machine; `options` make it slow, refusing, and so on. */
export async function startMailServer(
  options: Pick<SMTPServerOptions, 'onConnect' | 'onRcptTo'> & { port?: number } = {},
): Promise<TestMailServer> {
  // Nobody else gets the port while the server is away.
  const { port = await freePort(), ...behaviour } = options;
  const mails: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 100,
    ...behaviour,
    onData(stream, { envelope }, done) {
      text(stream).then((source) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
