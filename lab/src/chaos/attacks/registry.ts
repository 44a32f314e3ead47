import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import { consoleHeader, previewTicketSchema } from '@tallystick/registry/contract/admin-api';
import * as v from 'valibot';
import { addressIn, bearer, call, cookieOf } from '../../http/call.ts';
import type { Attack } from './attack.ts';
import { newPublisher, recallLive, type Target } from './target/target.ts';

const manager = { name: 'the manager', scope: { kind: 'manager' }, days: 1 } as const;
/** The size of one file of a draft. */
const megabytes = 18;

/** Signs in to the console; answers the cookie. */
async function signIn({ servers }: Target, secret: string): Promise<string> {
  const headers = { origin: servers.adminUrl, [consoleHeader]: '1' };
  return cookieOf(await call(`${servers.adminUrl}/v1/session`, { headers, body: { secret } }));
}

/** Headers with which a browser opens a page by itself. */
const opening = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

/** The page that asks, in a browser of its own: its cookie, and where its button leads. */
async function askedAt(question: string): Promise<{ cookie: string; yes: string }> {
  const page = await call(question, { headers: opening });
  const fields = page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const query = new URLSearchParams();
  for (const [, name = '', value = ''] of fields) query.append(name, value);
  return {
    cookie: cookieOf(page),
    yes: `${new URL(question).origin}/releases/preview/begin?${query}`,
  };
}

/** Says yes there; answers the browser's cookies. */
async function sayYes(question: string): Promise<{ cookie: string; yes: string }> {
  const { cookie, yes } = await askedAt(question);
  const answer = await call(yes, { headers: { ...opening, cookie } });
  return { cookie: `${cookie}; ${cookieOf(answer)}`, yes };
}

/** What people do to managers and to the registry over its own calls. */
export const registryAttacks: readonly Attack[] = [
  {
    name: 'attack-wrong-tokens',
    what: 'Forty wrong tokens from the address that a manager has too',
    async attack({ servers, desk }) {
      const secret = await desk.token(manager);
      // The server has not seen it since it started.
      await servers.site.kill();
      await servers.site.start();
      const session = `${servers.adminUrl}/v1/session`;
      for (let n = 0; n < 40; n += 1) {
        await call(session, {
          headers: bearer(`tsr_${String(n).padStart(16, '0')}_${'x'.repeat(43)}`),
        });
      }
      const { status } = await call(session, { headers: bearer(secret) });
      return { blocked: status === 200, summary: `the manager is answered ${status}` };
    },
  },
  {
    name: 'attack-sign-ins',
    what: 'A publisher signs in to the console 1,010 times',
    async attack(target) {
      const { desk, servers } = target;
      const cookie = await signIn(target, await desk.token(manager));
      const publisher = await newPublisher(target);
      for (let n = 0; n < 1_010; n += 1) await signIn(target, publisher);
      const { status } = await call(`${servers.adminUrl}/v1/session`, { headers: { cookie } });
      return {
        blocked: status === 200,
        summary: status === 200 ? 'the manager is still signed in' : 'the manager is signed out',
      };
    },
  },
  {
    name: 'attack-preview-link',
    what: 'A link on another site, followed by a manager who looks at a preview',
    async attack({ desk, servers, app, before }) {
      const asked = await desk.call('POST', '/previews', {
        channel: 'production',
        builds: { [app]: before },
      });
      const { action, ticket } = v.parse(previewTicketSchema, asked);
      const { cookie } = await sayYes(`${action}?ticket=${ticket}`);
      const seen = async () => {
        const { text } = await call(`${servers.siteUrl}/releases/current.json`, {
          headers: { cookie },
        });
        return JSON.stringify((await readRelease(text, openUnverified)).preview ?? 'none');
      };
      const looked = await seen();
      const headers = { cookie, 'sec-fetch-site': 'cross-site', accept: 'text/html' };
      const did: string[] = [];
      for (const path of ['/?revision=1', '/releases/preview/leave']) {
        await call(servers.siteUrl + path, { headers });
        if ((await seen()) !== looked) did.push(path);
      }
      return {
        blocked: did.length === 0 && looked !== '"none"',
        summary:
          did.length === 0
            ? 'the preview stays'
            : `the preview was changed by ${did.join(' and ')}`,
      };
    },
  },
  {
    name: 'attack-preview-begin',
    what: 'A script of a page of the site tries to put its visitor into a preview',
    async attack({ desk, servers, app, before }) {
      const opened = await desk.call('POST', '/preview-links', { app, build: before });
      const { url } = v.parse(v.object({ url: v.string() }), opened);
      const action = `${servers.siteUrl}/releases/preview`;
      const { search } = new URL(url);
      const visitor = cookieOf(await call(`${servers.siteUrl}/`, { headers: opening }));
      // What the script's author has of a browser of their own.
      const theirs = await sayYes(url);
      const [, preview = ''] = theirs.cookie.split('; ');
      const own = { cookie: visitor, 'sec-fetch-site': 'same-origin' };
      const fetched = { ...own, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
      const formed = { ...own, ...opening };
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const tries = [
        await call(action, { headers: { ...fetched, ...form }, body: search.slice(1) }),
        await call(action, { headers: { ...formed, ...form }, body: search.slice(1) }),
        await call(theirs.yes, { headers: formed }),
        await call(theirs.yes, { headers: { ...formed, 'sec-fetch-site': 'cross-site' } }),
      ];
      const read = [
        await call(url, { headers: fetched }),
        await call(url, { headers: { ...formed, 'sec-fetch-dest': 'iframe' } }),
        await call(url, { headers: { ...formed, 'sec-purpose': 'prefetch;prerender' } }),
      ];
      const { text } = await call(`${servers.siteUrl}/releases/current.json`, {
        headers: { cookie: `${visitor}; ${preview}` },
      });
      const begun = tries.filter((answer) => cookieOf(answer).includes('preview')).length;
      const proofs = read.filter((answer) => answer.text.includes('proof')).length;
      const tossed = (await readRelease(text, openUnverified)).preview !== undefined;
      return {
        blocked: begun + proofs === 0 && !tossed,
        summary: `${begun} of ${tries.length} begin one, ${proofs} of ${read.length} get the question, another browser’s cookie ${tossed ? 'counts' : 'does not count'}`,
      };
    },
  },
  {
    name: 'attack-reports',
    what: 'Fifteen forged reports of failures, from five networks',
    async attack({ servers, desk, app, live }) {
      for (let n = 0; n < 15; n += 1) {
        const from = addressIn(1 + (n % 5), n);
        // The page is opened as by a browser, since no report counts without the ticket of a page.
        const page = await call(`${servers.siteUrl}/auth`, {
          from,
          headers: { accept: 'text/html', 'sec-fetch-dest': 'document' },
        });
        const cookie = cookieOf(page);
        const { text: ticket } = await call(`${servers.siteUrl}/releases/tickets`, {
          from,
          headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' },
          body: /desc="([^"]*)"/.exec(String(page.headers['server-timing']))?.[1] ?? '',
        });
        const report = {
          ticket,
          tab: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
          sequence: 1,
          channel: 'production',
          revision: 2,
          running: {},
          loads: [],
          failures: [{ app, build: live, kind: 'render' }],
          leaving: false,
        };
        await call(`${servers.siteUrl}/releases/reports`, {
          from,
          headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' },
          body: JSON.stringify(report),
        });
      }
      const end = Date.now() + 45_000;
      for (;;) {
        const { current } = await desk.board();
        if (current?.builds[app] !== live)
          return { blocked: false, summary: 'a good build is recalled' };
        if (Date.now() > end) return { blocked: true, summary: 'the build stays live' };
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    },
  },
  {
    name: 'attack-drafts',
    what: 'A publisher uploads drafts until the disk is full',
    disk: 480,
    async attack(target) {
      const { servers, app } = target;
      const secret = await newPublisher(target);
      const file = Buffer.alloc(megabytes * 1_000_000, 'a');
      let taken = 0;
      let refusals = 0;
      for (let n = 0; n < 60 && refusals < 3; n += 1) {
        const build = `9.9.9-${n.toString(16).padStart(12, '0')}`;
        const { status } = await call(
          `${servers.adminUrl}/v1/artifacts/${app}/${build}/files/main.js`,
          {
            method: 'PUT',
            headers: { ...bearer(secret), 'content-type': 'application/octet-stream' },
            body: file,
          },
        ).catch(() => ({ status: 0 }));
        if (status >= 200 && status < 300) taken += 1;
        else refusals += 1;
      }
      const rollback = await recallLive(target).then(
        () => 'works',
        () => 'is refused',
      );
      return {
        blocked: rollback === 'works',
        summary: `${taken * megabytes} MB of drafts taken; a rollback after that ${rollback}`,
      };
    },
  },
];
