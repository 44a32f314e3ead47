import { existsSync, globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '@tallystick/store/free-ports.testing';
import * as v from 'valibot';
import type { Browser, EngineOptions } from './engine.ts';
import { makeHome } from './own-process.ts';

/** Where Debian has them. It draws to a screen, which is none of this machine's. */
const programs = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb' } as const;
const findBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0];

/** Null if it is here. */
export function whyNoWebKit(): string | null {
  const isHere = Object.values(programs).every((file) => existsSync(file));
  return isHere && findBrowser() !== undefined
    ? null
    : 'there is no WebKit (Debian: webkit2gtk-driver, xvfb)';
}

/** The name by which WebDriver hands out an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const answerSchema = v.object({ value: v.unknown() });
const failureSchema = v.object({ value: v.object({ error: v.string(), message: v.string() }) });
const sessionSchema = v.object({ sessionId: v.string() });
const elementSchema = v.object({ [elementKey]: v.string() });
const resultSchema = v.union([
  v.object({ thrown: v.string() }),
  v.object({ json: v.nullable(v.string()) }),
]);

/** WebKitGTK, by WebDriver. */
export async function openWebKit({ proxy }: EngineOptions): Promise<Browser> {
  const home = await makeHome();
  // Where WebKit saves if nothing else is said.
  const downloads = join(home.folder, 'Downloads');
  await mkdir(downloads);
  const screen = home.start(programs.screen, ['-displayfd', '1', '-nolisten', 'tcp']);
  await screen.printed(/^\d+\n/m);
  const [port = 0] = await freePorts(1);
  const driver = home.start(programs.driver, [`--port=${port}`], {
    GDK_BACKEND: 'x11',
    DISPLAY: `:${/^\d+$/m.exec(screen.output())?.[0]}`,
  });
  const gone = driver.ended.then(() => {
    throw new Error(`WebKitWebDriver has ended:\n${driver.output()}`);
  });
  gone.catch(() => {});

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const asked = fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
    const answer = await Promise.race([asked, gone]);
    const json: unknown = await answer.json();
    if (answer.ok) return v.parse(answerSchema, json).value;
    const { error, message } = v.parse(failureSchema, json).value;
    throw new Error(`${error}: ${message}`);
  }

  await listens(() => send('GET', '/status'), gone);
  const { sessionId } = v.parse(
    sessionSchema,
    await send('POST', '/session', { capabilities: { alwaysMatch: wanted(proxy) } }),
  );
  const session = `/session/${sessionId}`;

  async function evaluate(expression: string): Promise<unknown> {
    const script = `return (async () => ({ json: JSON.stringify(await (${expression})) ?? null }))()
      .catch((error) => ({ thrown: String(error) }))`;
    const answer = await send('POST', `${session}/execute/sync`, { script, args: [] });
    const result = v.parse(resultSchema, answer);
    if ('thrown' in result) throw new Error(result.thrown);
    return result.json === null ? undefined : JSON.parse(result.json);
  }

  const find = async (selector: string) => {
    const value = { using: 'css selector', value: selector };
    return v.parse(elementSchema, await send('POST', `${session}/element`, value))[elementKey];
  };

  return {
    downloads,
    goto: async (url) => void (await send('POST', `${session}/url`, { url })),
    evaluate,
    click: async (selector) =>
      void (await send('POST', `${session}/element/${await find(selector)}/click`, {})),
    async type(text) {
      const actions = [...text].flatMap((value) =>
        ['keyDown', 'keyUp'].map((type) => ({ type, value })),
      );
      const keys = { type: 'key', id: 'keyboard', actions };
      await send('POST', `${session}/actions`, { actions: [keys] });
    },
    text: async () =>
      v.parse(v.string(), await send('GET', `${session}/element/${await find('body')}/text`)),
    async close() {
      await send('DELETE', session).catch(() => {});
      await home.close();
    },
  };
}

function wanted(proxy: string | undefined) {
  const through = URL.parse(proxy ?? '')?.host;
  return {
    ...(through === undefined ? {} : { proxy: { proxyType: 'manual', httpProxy: through } }),
    'webkitgtk:browserOptions': {
      binary: findBrowser(),
      args: ['--automation'],
    },
  };
}

/** Resolves when a server answers. */
async function listens(ask: () => Promise<unknown>, gone: Promise<never>): Promise<void> {
  const isUp = () =>
    ask().then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), gone]);
  }
}
