/** The proxies that stand in front of servers. */
export const frontNames = ['haproxy', 'nginx', 'caddy'] as const;
export type FrontName = (typeof frontNames)[number];

/** A port of each server. */
export type ServerPorts = Readonly<Record<'site' | 'ledger' | 'admin', number>>;

/** The ports at which a proxy listens for each server, one that nobody asks at, and the servers' own. */
export interface FrontPorts {
  front: ServerPorts;
  unused: number;
  servers: ServerPorts;
}

/** The ports of servers in the example of each file. */
const examples = { site: 4000, ledger: 4100, admin: 4300 } as const;
const kinds = ['site', 'ledger', 'admin'] as const;

/**
 * A file of `deploy/` for servers of this machine: with a port in the place of each name, and without HTTPS. Nothing
 * else of it changes.
 */
export const frontText: Readonly<Record<FrontName, (text: string, ports: FrontPorts) => string>> = {
  haproxy(text, { front, servers }) {
    const binds = kinds.map((kind) => `    bind 127.0.0.1:${front[kind]}`).join('\n');
    const own = text
      .replace(/^ +bind :80\n/m, '')
      .replace(/^ +bind :443 .*$/m, binds)
      .replace(/\{ hdr\(host\) -i api\..*\}/, `{ dst_port ${front.ledger} }`)
      .replace(/\{ hdr\(host\) -i console\..*\}/, `{ dst_port ${front.admin} }`)
      .replaceAll(/^ +server \S+-2 .*\n/gm, '');
    return atServers(own, /10\.0\.0\.11:(\d+)/g, servers);
  },
  nginx(text, { front, unused, servers }) {
    const listening = kinds.reduce(
      (own, kind) => own.replace(/listen 443 ssl http2/, `listen 127.0.0.1:${front[kind]}`),
      text,
    );
    const own = listening
      .replace('listen 80;', `listen 127.0.0.1:${unused};`)
      .replaceAll(/^ssl_certificate.*\n/gm, '');
    return atServers(own, /127\.0\.0\.1:(\d+)(?=; keepalive)/g, servers);
  },
  caddy(text, { front, servers }) {
    const own = text
      .replace('{\n', '{\n\tadmin off\n\tdefault_bind 127.0.0.1\n')
      .replace(/^\{\$DOMAIN\S+/m, `http://:${front.site}`)
      .replace(/^ledger\.\S+/m, `http://:${front.ledger}`)
      .replace(/^console\.\S+/m, `http://:${front.admin}`);
    return atServers(own, /\{\$\w+_SERVER:127\.0\.0\.1:(\d+)\}/g, servers);
  },
};

function atServers(text: string, example: RegExp, servers: ServerPorts): string {
  return text.replaceAll(example, (whole, port: string) => {
    const kind = kinds.find((one) => examples[one] === Number(port));
    return kind === undefined ? whole : `127.0.0.1:${servers[kind]}`;
  });
}
