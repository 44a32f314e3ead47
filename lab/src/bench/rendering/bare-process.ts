/** Renders one page each time that it is asked to. Its parameters: what `buildBare` built, and the page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import { Bench } from 'tinybench';

interface Stream {
  pipe(into: Writable): void;
}
type Render = (element: unknown, options: { onAllReady(): void }) => Stream;

const [, , built = '', page = ''] = process.argv;
const { address, html, warmUp, pages } = JSON.parse(await readFile(page, 'utf8'));
const { render, remote } = createRequire(import.meta.url)(built);
const inlined = (id: string) =>
  new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ??
  '';

/** Processor time of this process, with all its threads, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

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
    const bench = new Bench({
      now: processorMs,
      time: 0,
      iterations: pages,
      warmupTime: 0,
      warmupIterations: warmUp,
    });
    bench.add('alone', async () => void (await one()));
    const [alone] = await bench.run();
    if (alone?.result.state !== 'completed') throw new Error(`${address} was not rendered.`);
    process.on('message', async () => {
      await one();
      process.send?.('rendered');
    });
    process.send?.({ bytes: Buffer.byteLength(await one()), alone: alone.result.latency.mean });
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
