import type { Server } from 'node:http';
import { createServer } from 'node:net';
import Provider from 'oidc-provider';

/** An account of the test provider, by the name that is typed into its page. */
interface TestAccount {
  name: string;
  email: string;
  groups: string[];
}

/** A real OpenID Connect provider on this machine, with its own pages. */
export interface TestProvider {
  url: string;
  accounts: Map<string, TestAccount>;
  /** Where the codes of devices are confirmed that it has given, the code in each address. */
  codes: string[];
  /** Signs in by its pages as a browser does, from an address to where it sends back. */
  signIn(url: string, account: string): Promise<URL>;
  /** Confirms the code of a device by its pages. */
  confirm(urlWithCode: string, account: string): Promise<void>;
  /** Answers nothing until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const testClient = { client_id: 'tallystick', client_secret: 'a secret of this test' };

/** @param returns where the console is, without a path */
export async function openTestProvider(returns: readonly string[]): Promise<TestProvider> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const accounts: TestProvider['accounts'] = new Map();
  const provider = new Provider(url, {
    clients: [
      {
        ...testClient,
        redirect_uris: returns.map((origin) => `${origin}/signed-in`),
        grant_types: [
          ...['authorization_code', 'refresh_token'],
          'urn:ietf:params:oauth:grant-type:device_code',
        ],
      },
    ],
    claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email', 'email_verified'] },
    cookies: { keys: ['of this test'] },
    ttl: {
      AccessToken: 3_600,
      DeviceCode: 600,
      Grant: 86_400,
      IdToken: 3_600,
      Interaction: 3_600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    features: { devInteractions: { enabled: true }, deviceFlow: { enabled: true } },
    findAccount: (_context, id) => {
      const account = accounts.get(id);
      if (account === undefined) return undefined;
      const claims = async () => ({ sub: id, email_verified: true, ...account });
      return { accountId: id, claims };
    },
  });
  const codes: string[] = [];
  provider.on('device_code.saved', ({ userCode }) => {
    codes.push(`${url}/device?user_code=${userCode}`);
  });
  let server: Server | null = null;
  const start = async () => {
    server = provider.listen(port, 'localhost');
    await new Promise((resolve) => server?.once('listening', resolve));
  };
  await start();
  return {
    url,
    accounts,
    codes,
    start,
    stop: async () => {
      const ended = new Promise((resolve) => server?.close(resolve));
      server?.closeAllConnections();
      await ended;
    },
    signIn: async (from, account) => {
      const browser = openBrowser();
      const last = await browser.fillIn(await browser.get(from), account);
      if (!(last instanceof URL)) throw new Error('The provider has sent nobody back.');
      return last;
    },
    confirm: async (urlWithCode, account) => {
      const browser = openBrowser();
      await browser.fillIn(await browser.get(urlWithCode), account);
    },
  };
}

/** A page that the provider shows, or the address of another server to which it sends. */
type Shown = { at: URL; html: string } | URL;

/** Follows redirects, keeps cookies and sends forms, as a browser without scripts does. */
function openBrowser() {
  const cookies = new Map<string, string>();
  async function get(address: string | URL, form?: URLSearchParams): Promise<Shown> {
    const at = new URL(address);
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const to = response.headers.get('location');
    if (to === null) return { at, html: await response.text() };
    const next = new URL(to, at);
    return next.host === at.host ? await get(next) : next;
  }
  /** Sends the form of each page, with the account's name where one is asked for, until there is none. */
  async function fillIn(shown: Shown, account: string): Promise<Shown> {
    if (shown instanceof URL) return shown;
    const { at, html } = shown;
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
    if (action === undefined) return shown;
    const form = new URLSearchParams();
    for (const [input] of html.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]+)"/.exec(input)?.[1];
      if (name !== undefined) form.append(name, /value="([^"]*)"/.exec(input)?.[1] ?? '');
    }
    if (form.has('login')) form.set('login', account);
    if (form.has('password')) form.set('password', 'any');
    return await fillIn(await get(new URL(action, at), form), account);
  }
  return { get, fillIn };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
