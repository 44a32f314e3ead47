import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { builtBy, bundle } from './conformance/builders.ts';
import { makeSubject } from './conformance/make-subject.ts';
import { type Subject, ship } from './conformance/subject.ts';
import { engines, openEngine, skipWithout } from './engines/open-engine.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { loadable } from './house/release-site.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { startTamperingProxy, type TamperingProxy } from './house/tampering-proxy.ts';
import { houseTimeout, sharedHouse } from './house/test.ts';

// Files of a build of JavaScript modules (Vite), changed on their way: each engine has hashes of them in another way.

// TAMPER_ALL=on: every module.
const all = process.env.TAMPER_ALL === 'on';

let house: SideHouse;
let desk: Desk;
let proxy: TamperingProxy;
let subject: Subject;
test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  proxy = await startTamperingProxy();
  house = await startSideHouse(sharedHouse());
  desk = await openDesk(house);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-modules-'));
  await bundle('vite', folder.path, ['one']);
  subject = await makeSubject(builtBy('vite', folder.path, ['one']), house, desk);
});
test.afterAll(async () => {
  await house?.close();
  await proxy?.close();
});
test.beforeEach(() => proxy.tamper(null));

/** Paths of the build's modules; not all: its entry, and one that is imported. */
async function modulesOf(): Promise<string[]> {
  const build = { name: subject.app, build: subject.builds.one };
  const { base, files } = await loadable(house.siteUrl, build);
  const modules = Object.keys(files).filter((file) => /\.m?js$/.test(file));
  const isEntry = (file: string) => file.endsWith('remoteEntry.js');
  const imported = modules.filter((file) => !isEntry(file));
  expect(imported.length).toBeGreaterThan(0);
  return [...modules.filter(isEntry), ...(all ? imported : imported.slice(-1))].map(
    (file) => base + file,
  );
}

const changed = (body: Buffer) => Buffer.from(`${body}\n;globalThis.changed = true;`);
const heading = `document.querySelector('main h1')?.textContent`;
const itRan = `globalThis.changed === true`;

for (const engine of engines) {
  test(
    `${engine} runs no changed module`,
    { tag: '@proof' },
    async ({ browserName: _ }, information) => {
      skipWithout(engine, information);
      await ship({ desk, house }, subject, 'one');
      const browser = await openEngine(engine, { proxy: proxy.server });
      try {
        const address = house.siteUrl + subject.path;
        await browser.goto(address);
        await expect.poll(() => browser.evaluate(heading)).toBe('Notes of vite, one');
        await browser.goto('about:blank');
      } finally {
        await browser.close();
      }
      for (const path of await modulesOf()) {
        proxy.tamper(path, changed);
        const fresh = await openEngine(engine, { proxy: proxy.server });
        try {
          await fresh.goto(house.siteUrl + subject.path);
          const seen = async () => {
            if (await fresh.evaluate(itRan)) return 'ran';
            // A busy machine may say that the page is late before the file was asked for.
            if (proxy.changed() === 0) return 'not yet';
            return (await fresh.evaluate(`document.querySelector('main [role=alert]') !== null`))
              ? 'refused'
              : 'not yet';
          };
          await expect.poll(seen, path).not.toBe('not yet');
          expect(await seen(), path).toBe('refused');
        } finally {
          await fresh.close();
        }
      }
    },
  );
}
