import { fixtureLedger, transfer } from '@tallystick/e2e/src/house/fixture-ledger.ts';
import { recordLines } from '@tallystick/e2e/src/house/record-lines.ts';
import { openRaw, sendRaw } from '@tallystick/guard/raw-request.testing';
import { bearer, call } from '../../http/call.ts';
import { askLedger } from '../../http/ledger-call.ts';
import { feedPath, logInToFeed } from '../../http/live-calls.ts';
import type { Attack } from './attack.ts';
import { killAndQuery } from './target/query-store.ts';
import type { Target } from './target/target.ts';
import { diskOf } from './target/usage.ts';

/** Logouts of one client that are tried. */
const logouts = 1_200;
/** Logouts that may be kept: of two generations of the feed's sessions. */
const maxKept = 100_000;
const formula = `=cmd|' /C calc'!A0`;

/** An identity token that nobody signed, as the emulator makes them. */
function identityToken(exp: number): string {
  const now = Math.floor(Date.now() / 1_000);
  const project = 'demo-tallystick';
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: 'ann',
    iat: now,
    auth_time: now,
    exp,
  })}.`;
}

/** Requests that are sent ahead at once, on one connection: 6.8 kB. */
const ahead = 30;
/** Requests of a neighbour of the same address. */
const politeRequests = 100;

/** What single requests get that must not. */
export const protocolAttacks: readonly Attack[] = [
  {
    name: 'attack-logouts',
    what: 'One client logs in to the live feed and out again 1,200 times, after 99,000 times before',
    async attack(target) {
      const { servers } = target;
      await killAndQuery(target, 'ledger', [
        `insert into feed_generation (generation, logouts, began_at)
          values (5, 49000, (extract(epoch from now()) * 1000)::bigint)
          on conflict (one) do update set generation = 5, logouts = 49000`,
        `insert into revoked_session (id, generation)
          select 'earlier-' || n, case when n <= 50000 then 4 else 5 end
          from generate_series(1, 99000) as n`,
      ]);
      await servers.ledger.start();
      const before = await diskOf(target);
      const end = Date.now() + 60_000;
      let tried = 0;
      let done = 0;
      const worker = async () => {
        while (tried < logouts && Date.now() < end) {
          tried += 1;
          const { refresh_token: token } = await logInToFeed(servers.ledgerUrl);
          const { status } = await call(`${servers.ledgerUrl}${feedPath}/auth/session`, {
            method: 'DELETE',
            headers: bearer(token),
          });
          if (status === 204) done += 1;
        }
      };
      await Promise.allSettled(Array.from({ length: 16 }, worker));
      const grown = (await diskOf(target)) - before;
      const [[row] = []] = await killAndQuery(target, 'ledger', [
        'select count(*)::int as kept from revoked_session',
      ]);
      return {
        blocked: Number(row?.kept) <= maxKept,
        summary: `${done} of ${tried} were let, ${row?.kept} are kept, ${grown.toFixed(1)} MB`,
      };
    },
  },
  {
    name: 'attack-pipelined',
    what: 'Thirty requests at once on one connection, again and again, from an address that a polite neighbour has too',
    async attack({ servers }) {
      const from = '127.0.0.9';
      let cut = 0;
      let unanswered = 0;
      for (const url of [`${servers.ledgerUrl}/health`, `${servers.siteUrl}/health`]) {
        const port = Number(new URL(url).port);
        const head = `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(180)}\r\n\r\n`;
        for (let asked = 0; asked < politeRequests; asked += 1) {
          if (asked % 10 === 0) {
            const { socket, closed } = openRaw(port, from);
            socket.write(head.repeat(ahead));
            await closed;
            cut += 1;
          }
          const status = await call(url, { from, timeoutMs: 10_000 }).then(
            (answer) => answer.status,
            () => 0,
          );
          if (status !== 200) unanswered += 1;
        }
      }
      return {
        blocked: unanswered === 0,
        summary: `${unanswered} of ${2 * politeRequests} requests of the neighbour failed; ${cut} connections were cut`,
      };
    },
  },
  {
    name: 'attack-huge-numbers',
    what: 'Numbers that no column holds, in tokens and addresses',
    async attack({ servers, desk }) {
      const manager = bearer(desk.secret);
      const statuses = [];
      for (const exp of [1e15, 1e17, 1e300]) {
        const headers = bearer(identityToken(exp));
        statuses.push(
          (await call(`${servers.ledgerUrl}/session`, { method: 'POST', headers })).status,
        );
      }
      for (const path of [
        '/channels/production/revisions/99999999999',
        '/channels/production/revisions?before=99999999999',
        '/audit?before=99999999999999999999',
      ]) {
        statuses.push((await call(`${servers.adminUrl}/v1${path}`, { headers: manager })).status);
      }
      const undo = { kind: 'undo', revision: 99_999_999_999, reason: 'it looks wrong' };
      const headers = { ...manager, 'if-match': '"2"' };
      const changes = `${servers.adminUrl}/v1/channels/production/revisions`;
      statuses.push((await call(changes, { headers, body: undo })).status);
      const broken = statuses.filter((status) => status >= 500);
      return { blocked: broken.length === 0, summary: `answered ${statuses.join(', ')}` };
    },
  },
  {
    name: 'attack-two-hosts',
    what: 'A request with two `Host` headers to each server',
    async attack({ ports }) {
      const request =
        'GET /health HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n';
      const answers = await Promise.all(Object.values(ports).map((port) => sendRaw(port, request)));
      const statuses = answers.map((answer) => answer.slice(9, 12) || 'nothing');
      return {
        blocked: statuses.every((status) => status === '400'),
        summary: `answered ${statuses.join(', ')}`,
      };
    },
  },
  {
    name: 'attack-metrics',
    what: '`/metrics` through a proxy that says nothing of itself',
    async attack({ servers }) {
      const { status } = await call(`${servers.ledgerUrl}/metrics`);
      return { blocked: status === 404, summary: `answered ${status}` };
    },
  },
  {
    name: 'attack-other-sites',
    what: 'A page of another site reads the outbox; a name of another site leads to the identity emulator',
    async attack({ servers }) {
      const origin = 'http://evil.example';
      const outbox = await call(`${servers.ledgerUrl}/sandbox/outbox`, { headers: { origin } });
      const identity = `http://127.0.0.1:${servers.environment.IDENTITY_PORT}`;
      const emulator = await call(`${identity}/`, { headers: { host: 'evil.example', origin } });
      const allowed = String(outbox.headers['access-control-allow-origin'] ?? 'nobody');
      return {
        blocked: allowed === 'nobody' && emulator.status >= 400,
        summary: `the outbox is for ${allowed}; the emulator answers ${emulator.status}`,
      };
    },
  },
  {
    name: 'attack-formulas',
    what: 'Cells of an exported CSV that a spreadsheet takes for formulas',
    async attack(target) {
      const { servers } = target;
      const marks = [' ', '\ufeff', '\u200b', '\u200f', ';', '\u00a0'];
      const lines = marks.map((mark, n) =>
        transfer(`cell-${n}`, n, {
          feat: { form: 'asset', sort: 'transfer' },
          cred: 'north-college',
          debt: 'ada',
          trxn: mark + formula,
        }),
      );
      await recordLines(servers, [...fixtureLedger, ...lines]);
      const run = marks.length - (await defused(target));
      return { blocked: run === 0, summary: `${run} of ${marks.length} cells are run` };
    },
  },
];

/** How many of the cells with formulas have an apostrophe before these in an export. */
async function defused({ servers }: Target): Promise<number> {
  const exported = { list: 'all', format: 'csv' };
  const { text: csv } = await askLedger(servers.ledgerUrl, 'transfers/export', exported);
  const cells = csv.split('\r\n').filter((line) => line.startsWith('cell-'));
  return cells.filter((line) => /^cell-\d,"?;?'/.test(line)).length;
}
