import { expect, type Page } from '@playwright/test';
import { engines, openEngine, skipWithout } from './engines/open-engine.ts';
import { openedSite } from './house/opened-site.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';

// What each opening of a site lets in, and the attack beside it that is still refused (docs/isolation.md).

const films = 'https://films.example';
const openings = {
  injectedStyles: true,
  cleanedMarkup: true,
  policies: ['lit-html'],
  dataFonts: true,
  blobWorkers: true,
  wasm: true,
  frames: [films],
  pictures: ['https://tiles.example'],
};

let house: SideHouse;
test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
});
test.afterAll(async () => await house?.close());

test.beforeEach(({ expectComplaint }) => {
  expectComplaint(/Content Security Policy|Content-Security-Policy|^The policy refused|Trusted/);
  expectComplaint(/Failed to load resource|ERR_NAME_NOT_RESOLVED|Refused to/);
});

async function open(page: Page, opened: typeof openings | { reportOnly: true }): Promise<void> {
  await house.site.end('SIGTERM');
  await house.site.start(await openedSite(house.dataDir, opened));
  await page.route('https://*.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'elsewhere' }),
  );
  await page.goto(`${house.siteUrl}/api`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** What the policy of a page has refused since, by directive. */
async function watchRefusals(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const refused: string[] = [];
    Reflect.set(globalThis, 'refused', refused);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) => {
      if (disposition === 'enforce') refused.push(effectiveDirective);
    });
  });
  return () => page.evaluate<string[]>("globalThis['refused']");
}

/** In a page: styles by each way that libraries take, and one in markup, which stays refused. */
const stylesByEachWay = `(() => {
  const probe = document.body.appendChild(document.createElement('p'));
  probe.id = 'probe';
  const colour = () => getComputedStyle(probe).color;
  const style = document.createElement('style');
  style.textContent = '#probe { color: rgb(1, 2, 3) }';
  document.body.append(style);
  const found = { element: colour() };
  style.sheet.insertRule('#probe { color: rgb(2, 2, 2) }', 1);
  found.rule = colour();
  probe.setAttribute('style', 'color: rgb(7, 8, 9)');
  found.attribute = colour();
  probe.removeAttribute('style');
  // As what a named policy passes, where the browser has policies.
  const policy = globalThis.trustedTypes?.createPolicy('lit-html', { createHTML: (text) => text });
  const markup = (text) => policy?.createHTML(text) ?? text;
  document.body.insertAdjacentHTML('beforeend', markup('<style>#probe { color: rgb(4, 5, 6) !important }</style>'));
  found.markup = colour();
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = markup('<b style="color: rgb(9, 9, 9)">bread</b>');
  found.inMarkup = getComputedStyle(place.firstChild).color;
  return found;
})()`;

for (const engine of engines) {
  test(
    `styles of scripts count in ${engine}, and those of markup do not`,
    {
      tag: '@proof',
    },
    async ({ browserName: _ }, information) => {
      skipWithout(engine, information);
      await house.site.end('SIGTERM');
      await house.site.start(await openedSite(house.dataDir, openings));
      const browser = await openEngine(engine);
      try {
        await browser.goto(`${house.siteUrl}/api`);
        await expect
          .poll(() => browser.evaluate("document.querySelector('h1') !== null"))
          .toBe(true);
        expect(await browser.evaluate(stylesByEachWay)).toEqual({
          element: 'rgb(1, 2, 3)',
          rule: 'rgb(2, 2, 2)',
          attribute: 'rgb(7, 8, 9)',
          markup: 'rgb(2, 2, 2)',
          inMarkup: 'rgb(9, 9, 9)',
        });
      } finally {
        await browser.close();
      }
    },
  );
}

test('a site that opens all of it, and what is refused beside each', async ({ page }) => {
  await open(page, openings);
  const refused = await watchRefusals(page);

  await test.step('styles of scripts count; those of markup do not, and nothing reads the nonce', async () => {
    const colors = await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = '#probe { color: rgb(1, 2, 3) }';
      const probe = document.createElement('p');
      probe.id = 'probe';
      document.body.append(style, probe);
      // As goober does, which is told of no nonce.
      style.nonce = String(Reflect.get(globalThis, 'none'));
      style.append('');
      const scripts = getComputedStyle(probe).color;
      probe.setAttribute('style', 'color: rgb(7, 8, 9)');
      const attribute = getComputedStyle(probe).color;
      probe.removeAttribute('style');
      // As what a named policy passes: nothing cleans it.
      const policy = Reflect.get(globalThis, 'trustedTypes').createPolicy('lit-html', {
        createHTML: (text: string) => text,
      });
      const sheet = '{ color: rgb(4, 5, 6) !important }';
      const raw = `<style nonce="guess">#probe ${sheet}</style><style>#probe ${sheet}</style>`;
      document.body.insertAdjacentHTML('beforeend', policy.createHTML(raw));
      const markups = getComputedStyle(probe).color;
      return { scripts, attribute, markups, read: document.documentElement.getAttribute('nonce') };
    });
    expect(colors).toEqual({
      scripts: 'rgb(1, 2, 3)',
      attribute: 'rgb(7, 8, 9)',
      markups: 'rgb(1, 2, 3)',
      read: '',
    });
    expect(await refused()).toEqual(['style-src-elem', 'style-src-elem']);
  });

  await test.step('cleaned markup stands in the page, and runs nothing', async () => {
    const html = await page.evaluate(async () => {
      const place = document.body.appendChild(document.createElement('div'));
      place.innerHTML =
        '<!--here--><b style="color: rgb(1, 2, 3)">bread</b><img alt="" onerror="globalThis.attacked = 1" src="/none">' +
        '<a href="javascript:globalThis.attacked = 1">more</a><script>globalThis.attacked = 1</script><style>p{}</style>';
      place.querySelector('a')?.click();
      await new Promise((next) => setTimeout(next));
      return [
        place.innerHTML,
        Reflect.get(globalThis, 'attacked'),
        Reflect.get(globalThis, 'DOMPurify'),
      ];
    });
    // Its handler is refused as it is read; a style attribute is not.
    expect(await refused()).not.toContain('style-src-attr');
    expect(html).toEqual([
      '<!--here--><b style="color: rgb(1, 2, 3);">bread</b><img alt="" src="/none"><a>more</a>',
      undefined,
      undefined,
    ]);
  });

  await test.step('a policy that is called dompurify is the page’s own, which cleans', async () => {
    const outcomes = await page.evaluate(() => {
      const factory = Reflect.get(globalThis, 'trustedTypes');
      const pass = (text: string) => text;
      const raw = { createHTML: pass, createScriptURL: pass, createScript: pass };
      const policy = factory.createPolicy('dompurify', raw);
      const place = document.body.appendChild(document.createElement('div'));
      place.innerHTML = policy.createHTML('<b onclick="1">bread</b><script>1</script>');
      let native = 'made';
      try {
        // As a build does that knows how.
        const frame = document.body.appendChild(document.createElement('iframe'));
        const { prototype } = Reflect.get(frame.contentWindow ?? {}, 'TrustedTypePolicyFactory');
        prototype.createPolicy.call(factory, 'dompurify', raw);
      } catch {
        native = 'refused';
      }
      return [place.innerHTML, native];
    });
    expect(outcomes).toEqual(['<b>bread</b>', 'refused']);
  });

  await test.step('a named policy passes what it likes, which runs nothing; other names are refused', async () => {
    const outcomes = await page.evaluate(async () => {
      const factory = Reflect.get(globalThis, 'trustedTypes');
      const pass = (text: string) => text;
      const policy = factory.createPolicy('lit-html', { createHTML: pass, createScriptURL: pass });
      const place = document.body.appendChild(document.createElement('div'));
      place.innerHTML = policy.createHTML('<i onclick="globalThis.attacked = 1">here</i>');
      place.querySelector('i')?.click();
      const script = document.createElement('script');
      script.src = policy.createScriptURL('https://elsewhere.example/a.js');
      const blocked = new Promise((done) =>
        script.addEventListener('error', () => done('blocked')),
      );
      document.head.append(script);
      let other = 'made';
      try {
        factory.createPolicy('other', {});
      } catch {
        other = 'refused';
      }
      return [place.textContent, Reflect.get(globalThis, 'attacked'), await blocked, other];
    });
    expect(outcomes).toEqual(['here', undefined, 'blocked', 'refused']);
  });

  await test.step('style attributes of it count at once; its handlers, hosts and <style> do not', async () => {
    const outcomes = await page.evaluate(() => {
      Reflect.get(globalThis, 'refused').length = 0;
      const policy = Reflect.get(globalThis, 'trustedTypes').createPolicy('lit-html', {
        createHTML: (text: string) => text,
      });
      const line = (top: number) =>
        `<b style="position: fixed; top: ${top}px" onclick="globalThis.attacked = 1">bread</b>`;
      const place = document.body.appendChild(document.createElement('div'));
      place.innerHTML = policy.createHTML(line(10));
      place.lastElementChild?.insertAdjacentHTML('afterend', policy.createHTML(line(30)));
      const template = document.createElement('template');
      template.innerHTML = policy.createHTML(line(50));
      place.append(template.content.cloneNode(true));
      place.append(document.createElement('i'));
      const last = place.lastElementChild;
      if (last !== null) last.outerHTML = policy.createHTML(line(70));
      const lines = [...place.querySelectorAll('b')];
      for (const one of lines) one.click();
      const tops = lines.map((one) => one.getBoundingClientRect().top);
      const beyond = 'style="background: url(https://elsewhere.example/a.png)"';
      place.innerHTML = policy.createHTML(`<style>b { color: red }</style><i ${beyond}>here</i>`);
      return [tops, Reflect.get(globalThis, 'attacked')];
    });
    expect(outcomes).toEqual([[10, 30, 50, 70], undefined]);
    await expect
      .poll(async () => [...new Set(await refused())].sort())
      .toEqual(['img-src', 'script-src-attr', 'style-src-elem']);
  });

  await test.step('a worker of a blob computes, and calls no other host', async () => {
    const said = await page.evaluate(() => {
      const text = `fetch('https://elsewhere.example/').then(() => 'called', () => 'refused').then(postMessage)`;
      const worker = new Worker(URL.createObjectURL(new Blob([text])));
      return new Promise((done) => {
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = () => done('did not start');
      });
    });
    expect(said).toBe('refused');
  });

  await test.step('WebAssembly runs, and a text does not', async () => {
    const outcomes = await page.evaluate(async () => {
      const empty = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
      const { instance } = await WebAssembly.instantiate(empty);
      let text = 'ran';
      try {
        Reflect.construct(Function, ['return 1'])();
      } catch {
        text = 'refused';
      }
      return [instance instanceof WebAssembly.Instance, text];
    });
    expect(outcomes).toEqual([true, 'refused']);
  });

  await test.step('frames, pictures and fonts come from where the site says, and from nowhere else', async () => {
    await page.evaluate(async () => {
      Reflect.get(globalThis, 'refused').length = 0;
      const come = (element: HTMLIFrameElement | HTMLImageElement, src: string) =>
        new Promise((done) => {
          element.onload = done;
          element.onerror = done;
          element.src = src;
          document.body.append(element);
        });
      const font = (url: string) => new FontFace('any', `url(${url})`).load().catch(() => {});
      await come(document.createElement('iframe'), 'https://films.example/one');
      await come(new Image(), 'https://tiles.example/one.png');
      await font('data:font/woff2;base64,AAAA');
    });
    expect(await refused()).toEqual([]);
    await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.src = 'https://elsewhere.example/';
      document.body.append(frame);
      new Image().src = 'https://elsewhere.example/one.png';
      await new FontFace('any', 'url(https://elsewhere.example/font.woff2)').load().catch(() => {});
    });
    await expect
      .poll(async () => (await refused()).sort())
      .toEqual(['font-src', 'frame-src', 'img-src']);
  });
});

test('with reports alone, styles and markup are let in, and scripts and hosts are not', async ({
  page,
}) => {
  await open(page, { reportOnly: true });
  const refused = await watchRefusals(page);
  const outcomes = await page.evaluate(async () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = '<style>#bold { color: rgb(1, 2, 3) }</style><b id="bold">bread</b>';
    place.insertAdjacentHTML(
      'beforeend',
      '<img alt="" src="/none" onerror="globalThis.attacked = 1">',
    );
    await fetch('https://elsewhere.example/').catch(() => {});
    await new Promise((next) => setTimeout(next, 100));
    const bold = document.getElementById('bold');
    return [bold === null || getComputedStyle(bold).color, Reflect.get(globalThis, 'attacked')];
  });
  expect(outcomes).toEqual(['rgb(1, 2, 3)', undefined]);
  await expect
    .poll(async () => (await refused()).sort())
    .toEqual(['connect-src', 'script-src-attr']);
});
