import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { engines, openEngine, skipWithout } from './engines/open-engine.ts';
import { listenAnywhere } from './house/listen-anywhere.ts';
import { startTamperingProxy } from './house/tampering-proxy.ts';

// What drives the engines, tried on a page that has nothing of the site.

for (const engine of engines) {
  test(`${engine} can be driven`, { tag: '@proof' }, async ({ browserName: _ }, information) => {
    skipWithout(engine, information);
    const site = await listenAnywhere(
      createServer(({ url }, response) => {
        response.writeHead(200, {
          'content-type': 'text/html',
          'content-security-policy': "script-src 'self'",
        });
        response.end(`<title>A page</title><p>This is ${url}</p>
          <a href="/second" style="position: absolute; top: 2000px">The second</a>`);
      }),
    );
    const proxy = await startTamperingProxy();
    proxy.tamper('/first', (body) => Buffer.from(body.toString().replace('This', 'Here')));
    const browser = await openEngine(engine, { proxy: proxy.server });
    try {
      await browser.goto(`http://localhost:${site.port}/first`);
      expect(await browser.text()).toContain('Here is /first');
      expect(await browser.evaluate('Promise.resolve({ title: document.title })')).toEqual({
        title: 'A page',
      });
      expect(await browser.evaluate('undefined')).toBeUndefined();
      await expect(browser.evaluate('Promise.reject(new Error("not so"))')).rejects.toThrow(
        'not so',
      );
      await expect(browser.click('button')).rejects.toThrow();
      await browser.click('a');
      await expect.poll(() => browser.text()).toContain('This is /second');
    } finally {
      await browser.close();
      await proxy.close();
      await site.close();
    }
  });
}
