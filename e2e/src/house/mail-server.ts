import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface TestMailServer {
  port: number;
  /** The newest sign-in code that was sent to an address, from the subject; undefined if none. */
  codeFor(address: string): string | undefined;
  close(): Promise<void>;
}

/** A real mail server on this machine. `port`: absent, a free one. */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const codes = new Map<string, string>();
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
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    codeFor: (to) => codes.get(to),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
