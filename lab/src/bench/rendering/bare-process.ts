/** Renders one page each time that it is asked to. Its parameters: what `buildBare` built, and the page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { openUnverified, readRelease } from '@tallystick/shared/release/read-release';

interface Stream {
  pipe(into: Writable): void;
}
type Render = (element: unknown, options: { onAllReady(): void }) => Stream;

const [, , built = '', page = ''] = process.argv;
const { address, html, warmUp } = JSON.parse(await readFile(page, 'utf8'));
const { render, remote } = createRequire(import.meta.url)(built);
const inlined = (id: string) =>
  new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ??
  '';

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
    process.on('message', async () => {
      await one();
      process.send?.('rendered');
    });
    process.send?.({ bytes: Buffer.byteLength(await one()) });
    // It is ended by whoever has begun it.
    return await new Promise(() => {});
  },
});

await render({
  address,
  configuration: JSON.parse(inlined('site-configuration')),
  release: await readRelease(inlined('release'), openUnverified),
  remote,
  callsSettled: () => new Promise((resolve) => setTimeout(resolve, 1_000)),
});
