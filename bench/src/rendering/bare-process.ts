/** Renders one page again and again, and says what that cost. Its parameters: what `buildBare` built, and the page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { openUnverified, readRelease } from '@tallystick/shared/release/read-release';

interface Stream {
  pipe(into: Writable): void;
}
type Render = (element: unknown, options: { onAllReady(): void }) => Stream;

const [, , built = '', page = ''] = process.argv;
const { address, html, times, warmUp } = JSON.parse(await readFile(page, 'utf8'));
const { render, remote } = createRequire(import.meta.url)(built);
const inlined = (id: string) =>
  new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ??
  '';

let cpuMs = Number.NaN;
Object.assign(globalThis, {
  async renderAgain(renderToPipeableStream: Render, element: unknown): Promise<string> {
    const one = () =>
      new Promise<string>((resolve) => {
        const parts: string[] = [];
        const into = new Writable({
          write(part, _encoding, done) {
            parts.push(String(part));
            done();
          },
        });
        into.on('finish', () => resolve(parts.join('')));
        const stream = renderToPipeableStream(element, { onAllReady: () => stream.pipe(into) });
      });
    for (let n = 0; n < warmUp; n += 1) await one();
    const before = process.cpuUsage();
    for (let n = 0; n < times; n += 1) await one();
    const { user, system } = process.cpuUsage(before);
    cpuMs = (user + system) / 1_000 / times;
    return await one();
  },
});

const rendered: string = await render({
  address,
  configuration: JSON.parse(inlined('site-configuration')),
  release: await readRelease(inlined('release'), openUnverified),
  remote,
  callsSettled: () => new Promise((resolve) => setTimeout(resolve, 1_000)),
});
process.send?.({ cpuMs, bytes: Buffer.byteLength(rendered) }, () => process.exit());
