import * as v from 'valibot';
import { amount, networks, numeric, origin, port, socketPath } from '../kinds.ts';
import { everyServer, setting } from '../setting.ts';

const servers = 'operations.md#servers';

/** Where servers listen, to whom, and how they stop. */
export const listening = {
  HOST: setting(
    v.optional(v.pipe(v.string(), v.ip('is not an address such as 0.0.0.0 or ::')), '127.0.0.1'),
    {
      does: 'the address that servers listen on; `0.0.0.0` or `::` for all',
      readBy: [everyServer, 'release'],
      see: servers,
    },
  ),
  SITE_PORT: setting(port('4000'), { does: 'port of the site server', readBy: ['site'] }),
  SITE_SOCKET: setting(socketPath, {
    does: 'unix socket of the site server, in place of its port',
    readBy: ['site'],
    see: servers,
  }),
  ADMIN_PORT: setting(port('4300'), {
    does: 'port of the console and the admin API',
    readBy: ['admin', 'release'],
  }),
  ADMIN_SOCKET: setting(socketPath, {
    does: 'their unix socket, in place of that port',
    readBy: ['admin', 'release'],
    see: servers,
  }),
  ADMIN_URL: setting(v.optional(origin), {
    does: 'where browsers reach the console behind a proxy; absent: on this machine alone',
    readBy: ['admin', 'release'],
  }),
  TRUSTED_PROXIES: setting(v.optional(networks), {
    does: 'proxies whose `X-Forwarded-For` is trusted, such as `127.0.0.1, 10.0.0.0/8`; absent: none',
    readBy: [everyServer],
  }),
  STOP_DELAY: setting(numeric('0', /^\d{1,3}$/, 'is not a number of seconds'), {
    does: 'seconds for which a stopping server goes on serving while its `/ready` answers 503',
    readBy: [everyServer],
  }),
  LIMIT_PER_ADDRESS: setting(amount('6000'), {
    does: 'requests of one client to each server in any minute; beyond: 429. The admin API counts each token and session apart',
    readBy: [everyServer],
  }),
  LIMIT_STORE_SECONDS: setting(amount('30'), {
    does: "seconds of a store's time for one client a minute; beyond: 429",
    readBy: [everyServer],
  }),
};
