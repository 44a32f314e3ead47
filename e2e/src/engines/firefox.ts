import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { connectBidi } from './bidi.ts';
import type { Browser, EngineOptions } from './engine.ts';
import { makeHome } from './own-process.ts';

/** Where Debian has it. */
const program = '/usr/bin/firefox-esr';

/** Null if it is here. */
export function whyNoFirefox(): string | null {
  return existsSync(program) ? null : 'there is no Firefox (Debian: firefox-esr)';
}

const treeSchema = v.object({
  contexts: v.tupleWithRest([v.object({ context: v.string() })], v.unknown()),
});
const valueSchema = v.variant('type', [
  v.object({ type: v.literal('success'), result: v.object({ value: v.optional(v.string()) }) }),
  v.object({ type: v.literal('exception'), exceptionDetails: v.object({ text: v.string() }) }),
]);
const pointSchema = v.object({ x: v.number(), y: v.number() });

/** Firefox, by the WebDriver BiDi that it has built in. */
export async function openFirefox({ proxy }: EngineOptions): Promise<Browser> {
  const home = await makeHome();
  const profile = join(home.folder, 'profile');
  const downloads = join(home.folder, 'downloads');
  await mkdir(profile);
  await mkdir(downloads);
  await writeFile(join(profile, 'user.js'), preferences(downloads, proxy));
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const firefox = home.start(program, words);
  const listening = /listening on (ws:\S+)/;
  await firefox.printed(listening);
  const { send, disconnect } = await connectBidi(
    `${listening.exec(firefox.output())?.[1]}/session`,
  );
  await send('session.new', { capabilities: {} });
  const [{ context }] = v.parse(treeSchema, await send('browsingContext.getTree', {})).contexts;

  async function evaluate(expression: string): Promise<unknown> {
    const json = `(async () => JSON.stringify(await (${expression})))()`;
    const order = { expression: json, target: { context }, awaitPromise: true };
    const answer = v.parse(valueSchema, await send('script.evaluate', order));
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    const { value } = answer.result;
    return value === undefined ? undefined : JSON.parse(value);
  }

  return {
    downloads,
    goto: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate,
    async click(selector) {
      const { x, y } = v.parse(pointSchema, await evaluate(middleOf(selector)));
      const actions = [
        { type: 'pointerMove', x: Math.floor(x), y: Math.floor(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const mouse = { type: 'pointer', id: 'mouse', actions };
      await send('input.performActions', { context, actions: [mouse] });
    },
    async type(text) {
      const actions = [...text].flatMap((value) =>
        ['keyDown', 'keyUp'].map((type) => ({ type, value })),
      );
      const keys = { type: 'key', id: 'keyboard', actions };
      await send('input.performActions', { context, actions: [keys] });
    },
    // Between two pages a document has no body yet.
    text: async () => v.parse(v.string(), await evaluate(`document.body?.innerText ?? ''`)),
    async close() {
      await send('browser.close', {}).catch(() => {});
      disconnect();
      await firefox.ended;
      await home.close();
    },
  };
}

/**
 * Where on the screen the middle of an element is. It is scrolled there first, and has to stand
 * still for two frames: if it moved before the press, the press would hit something else.
 */
function middleOf(selector: string): string {
  return `(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const look = () => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (element === null) throw new Error('There is none');
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { element, x: x + width / 2, y: y + height / 2 };
    };
    for (;;) {
      const before = look();
      await frame();
      await frame();
      const { element, x, y } = look();
      if (element === before.element && x === before.x && y === before.y) return { x, y };
    }
  })()`;
}

function preferences(downloads: string, proxy: string | undefined): string {
  const chosen: Record<string, string | number | boolean> = {
    // Nobody outside of this machine is asked.
    'app.update.enabled': false,
    'browser.safebrowsing.update.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
  };
  const through = URL.parse(proxy ?? '');
  if (through !== null) {
    chosen['network.proxy.type'] = 1;
    chosen['network.proxy.http'] = through.hostname;
    chosen['network.proxy.http_port'] = Number(through.port);
    chosen['network.proxy.allow_hijacking_localhost'] = true;
    // Otherwise Firefox does not take for secure what leads through a proxy.
    chosen['dom.securecontext.allowlist'] = 'localhost';
  }
  const lines = Object.entries(chosen).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  return lines.join('');
}
