import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectByTls } from 'node:tls';
import type { Receiver, ToldEntry } from './send-on.ts';

/** How long a collector may take for some entries, in milliseconds. */
const timeoutMs = 10_000;
/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5;
/** The number that RFC 5612 keeps for examples: this product has none of its own. */
const structure = 'audit@32473';

/**
 * Sends entries to a collector of logs: RFC 5424 over TCP or TLS, framed by octet counting (RFC 6587). Syslog has no
 * receipts. Entries count as taken once the collector has closed the connection after the last of them.
 *
 * @param address such as `tls://collector.example:6514` or `tcp://127.0.0.1:601`
 */
export function syslogReceiver(address: string): Receiver {
  return {
    name: 'syslog',
    send: async (entries) => {
      const socket = open(new URL(address));
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The collector is silent.')));
      const closed = once(socket, 'close');
      // What it says is of no use, but has to be read before the end is heard.
      socket.resume();
      socket.end(entries.map(frameOf).join(''));
      await closed;
      return entries.length;
    },
  };
}

function open({ protocol, hostname: name, port }: URL): Socket {
  const host = name.replace(/^\[(.*)\]$/, '$1');
  const place = { host, port: Number(port) };
  return protocol === 'tls:' ? connectByTls({ ...place, servername: host }) : connect(place);
}

/** One entry as a frame: its length in bytes, and the message. */
function frameOf({ sequence, at, by, action, hash, sentence }: ToldEntry): string {
  const data = Object.entries({ number: String(sequence), by, kind: action, hash })
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\]]/g, '\\$&')}"`)
    .join(' ');
  const head = `<${priority}>1 ${at} ${hostname()} tallystick - ${action} [${structure} ${data}]`;
  // The mark says that what follows is UTF-8.
  const message = `${head} \uFEFF${sentence}`;
  return `${Buffer.byteLength(message)} ${message}`;
}
