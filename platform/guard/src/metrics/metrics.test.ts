import { freePort } from '@tallystick/store/free-ports.testing';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { measureStore } from './measure-store.ts';
import { openMetrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

describe('what a process measures', () => {
  it('leaves out what cannot be read, and waits a second for nothing', async () => {
    const metrics = openMetrics();
    const hang = () => new Promise<number>(() => {});
    metrics.measure({ name: 'good', help: 'x' }, () => 7);
    metrics.measure({ name: 'parts', help: 'x', label: 'kind' }, async () => ({ a: 1, b: 2 }));
    metrics.measure({ name: 'none', help: 'x' }, () => null);
    metrics.measure({ name: 'failing', help: 'x' }, () => Promise.reject(new Error('gone')));
    metrics.measure({ name: 'hanging', help: 'x' }, hang);
    metrics.measure({ name: 'hanging_else', help: 'x', otherwise: 0 }, hang);
    const lines = (await metrics.read()).split('\n');
    const values = lines.filter((line) => /^(good|parts|none|failing|hanging)/.test(line));
    expect(values).toEqual(['good 7', 'parts{kind="a"} 1', 'parts{kind="b"} 2', 'hanging_else 0']);
  });

  it('forgets what a label has no more, and counts up', async () => {
    const metrics = openMetrics();
    let now: Record<string, number> = { a: 1 };
    metrics.measure({ name: 'parts', help: 'x', label: 'kind' }, () => now);
    const count = metrics.count('lines_total', 'x');
    count(3);
    expect(await metrics.read()).toContain('\nparts{kind="a"} 1\n');
    now = { b: 2 };
    count(4);
    const text = await metrics.read();
    expect(text).not.toContain('kind="a"');
    expect(text).toContain('\nparts{kind="b"} 2\n');
    expect(text).toContain('\nlines_total 7\n');
  });

  it('tells the requests of several servers apart', async () => {
    const metrics = openMetrics();
    const [one, other] = [Fastify(), Fastify()];
    metrics.observe(one, 'one');
    metrics.observe(other, 'other');
    one.get('/things/:id', () => 'there');
    await Promise.all([one.inject('/things/1'), one.inject('/things/2'), other.inject('/x')]);
    const text = await metrics.read();
    const seconds = 'http_request_duration_seconds_count';
    expect(text).toContain(
      `\n${seconds}{server="one",method="GET",route="/things/:id",status="200"} 2\n`,
    );
    expect(text).toContain(
      `\n${seconds}{server="other",method="GET",route="none",status="404"} 1\n`,
    );
  });

  it('says that a store does not answer, if it fails or hangs', async () => {
    const fail = () => Promise.reject(new Error('gone'));
    const hang = () => new Promise<never>(() => {});
    for (const read of [fail, hang]) {
      const metrics = openMetrics();
      measureStore(metrics, '.', read);
      const text = await metrics.read();
      expect(text).toContain('\nstore_answers 0\n');
      expect(text).not.toMatch(/\nstore_size_bytes \d/);
      // The disk is asked in a thread that many share: a busy machine may have no figure for this reading.
      await expect.poll(metrics.read).toMatch(/\ndata_folder_free_bytes [1-9]/);
    }
  });
});

describe('the port of metrics', () => {
  it('answers others by any name if it has an address, but no pages', async () => {
    const place = { port: await freePort(), host: '127.0.0.1' };
    const served = await serveMetrics(openMetrics(), place);
    onTestFinished(async () => void (await served.close()));
    const ask = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${place.port}/metrics`, { headers });
    expect((await ask({ 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
    expect((await ask({ origin: 'http://page.example' })).status).toBe(404);
  });
});
