import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { isHere, type Program, programs, startCache } from './cache-in-front.testing.ts';

// Ids stand in paths as one segment. A proxy that decodes `%2F` or resolves `%252e` gives another record.

const ids = ['r/1', 'r%2F1', 'r%252F1', '//a//', '?#', '%', '%00', '%2e%2e', 'a b+c', 'a\\b', '😀'];
const all: readonly Program[] = ['nginx', 'HAProxy', 'Varnish'];

for (const program of all) {
  it.skipIf(!isHere(program))(
    `${program} (${programs[program]}) passes every path on as it came`,
    async () => {
      const server = createServer(({ url }, response) => response.end(url));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const proxy = await startCache(program, port);
      for (const id of ids) {
        const path = `/tx/${encodeURIComponent(id)}`;
        expect((await proxy.get(path, {})).body.toString()).toBe(path);
      }
      await proxy.close();
      server.close();
    },
  );
}
