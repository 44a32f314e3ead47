import { runInNewContext } from 'node:vm';
import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import type { RemoteRelease } from '@tallystick/contract/release';
import type { TabReport } from '@tallystick/contract/release-news';
import { inlined, issuedTicket, navigation } from './browser.testing.ts';
import { openTab } from './events/events.testing.ts';

/** A tab that the site cannot tell from a real one, in a browser and a network of its own. */
export interface SimulatedTab {
  /** The build that runs, or `notice`: its zone says that it cannot be shown. Null: nothing at all. */
  shown(): string | null;
  /** How often a page or a document did not come, or nothing was shown. */
  readonly blanks: readonly string[];
  /** Loads a page anew, as somebody does who comes by a link. */
  visit(): Promise<void>;
  /** Goes to another path within the page: takes what was released meanwhile. */
  navigate(): Promise<void>;
  /** Listens to news, and leaves a recalled build at once. */
  listen(): Promise<void>;
  leave(): void;
}

type Build = Pick<RemoteRelease, 'build' | 'base'>;

/**
 * Fetches a page, keeps its cookie, and loads `app` by running its `routes.js`. Takes the fallback if that throws, and
 * reports as the shell would.
 */
export function openSimulatedTab(site: string, app: string, n: number): SimulatedTab {
  const from = `10.${n >> 8}.${n & 255}.7`;
  const tab = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const blanks: string[] = [];
  const failedHere = new Set<string>();
  let cookie = '';
  let ticket: string | undefined;
  let sequence = 0;
  let shown: string | null = null;
  let news: Awaited<ReturnType<typeof openTab>> | null = null;
  let newest = 0;
  let has = 0;

  const headers = () => ({ 'x-forwarded-for': from, ...(cookie !== '' && { cookie }) });

  async function report(revision: number, more: Partial<TabReport>): Promise<void> {
    sequence += 1;
    const said: TabReport = {
      tab,
      sequence,
      channel: 'production',
      revision,
      running: shown === null || shown === 'notice' ? {} : { [app]: shown },
      loads: [],
      failures: [],
      leaving: false,
      ...(ticket !== undefined && { ticket }),
      ...more,
    };
    await fetch(`${site}/releases/reports`, {
      method: 'POST',
      headers: { ...headers(), 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(said),
    });
  }

  /** Whether the build's code runs; a build that failed in this page is not tried again. */
  async function runs({ build, base }: Build): Promise<boolean> {
    if (failedHere.has(build)) return false;
    try {
      runInNewContext(
        await (await fetch(`${site}${base}routes.js`, { headers: headers() })).text(),
      );
      return true;
    } catch {
      failedHere.add(build);
      return false;
    }
  }

  async function take(document: unknown): Promise<void> {
    const { revision, remotes } = await readRelease(JSON.stringify(document), openUnverified);
    has = revision;
    const remote = remotes.find(({ name }) => name === app);
    if (remote === undefined) return void blanks.push('the remote is not in the document');
    if (remote.build === shown) return;
    const loads: TabReport['loads'] = [];
    const failures: TabReport['failures'] = [];
    const steps: NonNullable<TabReport['steps']> = [];
    const ladder: Build[] = [remote, ...(remote.fallback ? [remote.fallback] : [])];
    let found = 'notice';
    for (const [place, rung] of ladder.entries()) {
      const { build } = rung;
      const isNew = !failedHere.has(build);
      const began = performance.now();
      if (await runs(rung)) {
        found = build;
        loads.push({ app, build, took: performance.now() - began });
        break;
      }
      if (!isNew) continue;
      failures.push({ app, build, kind: 'incomplete' });
      steps.push({ app, from: build, to: ladder[place + 1]?.build ?? null });
    }
    shown = found;
    await report(revision, { loads, failures, steps });
  }

  async function exchange(issued: string | null): Promise<string | undefined> {
    const answer = await fetch(`${site}/releases/tickets`, {
      method: 'POST',
      headers: { ...headers(), 'sec-fetch-site': 'same-origin' },
      body: issued ?? '',
    });
    return answer.status === 200 ? await answer.text() : undefined;
  }

  async function refresh(): Promise<void> {
    const answer = await fetch(`${site}/releases/current.json`, { headers: headers() });
    if (!answer.ok) return void blanks.push(`current.json: ${answer.status}`);
    await take(await answer.json());
  }

  return {
    shown: () => shown,
    blanks,
    async visit() {
      const answer = await fetch(`${site}/notes/1`, {
        headers: { ...headers(), ...navigation },
      });
      if (!answer.ok) return void blanks.push(`page: ${answer.status}`);
      for (const given of answer.headers.getSetCookie()) [cookie = ''] = given.split(';', 1);
      ticket = await exchange(issuedTicket(answer.headers.get('server-timing')));
      failedHere.clear();
      shown = null;
      await take(inlined(await answer.text(), 'release'));
      if (shown === null) blanks.push('nothing is shown');
    },
    async navigate() {
      if (newest > has) await refresh();
      if (shown === null) blanks.push('nothing is shown');
    },
    async listen() {
      const opened = await openTab(site);
      news = opened;
      const follow = async (): Promise<never> => {
        for (;;) {
          const { revision, recalled } = await opened.next();
          newest = revision;
          if (recalled.some((one) => one.app === app && one.build === shown)) await refresh();
        }
      };
      // It ends when the tab leaves.
      follow().catch(() => {});
    },
    leave: () => news?.leave(),
  };
}
