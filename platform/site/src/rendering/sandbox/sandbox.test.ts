import { once } from 'node:events';
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { proving } from '@tallystick/contract/testing/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginBuilds } from '../build-process.ts';
import { entryFiles } from '../entries.testing.ts';
import type { PageSaid } from '../said.ts';
import { endless, escapes, exhaustions, reachesProcess, triesOf } from './escapes.testing.ts';
import { nodeEscapes, saidEscapes } from './node-escapes.testing.ts';
import { findSandbox, type Sandbox, type SandboxKind } from './sandbox.ts';

const program = fileURLToPath(new URL('../render-process.mjs', import.meta.url));
const shell = `exports.singletons = {}; exports.render = (order) => order.remote.page(order);`;
/** A remote's server entry whose page does this. */
const pageOf = (body: string) => `${reachesProcess}
exports.page = async () => { ${body} };`;
const kinds: SandboxKind[] = process.getuid?.() === 0 ? ['user', 'namespace'] : ['namespace'];
const found = await Promise.all(
  kinds.map(async (kind) => ({ kind, sandbox: await findSandbox(program, [kind]) })),
);

/** Above all ids of pages that the code of builds forges here. */
const firstPage = 101;

/** A sandbox in which a build's code has run, and its two processes: what began it, and Node within. */
async function begin(sandbox: Sandbox, remote: string) {
  const end = new AbortController();
  const ended = Promise.withResolvers<string>();
  const pages = new Map<number, (said: PageSaid) => void>();
  let id = firstPage - 1;
  let starter = 0;
  const watched: Sandbox = {
    kind: sandbox.kind,
    begin() {
      const begun = sandbox.begin();
      starter = begun.process.pid ?? 0;
      return begun;
    },
  };
  const build = await beginBuilds(
    watched,
    {
      ...{ shell, remote, files: entryFiles, api: null },
      configuration: { productName: 'Bakery', services: [] },
    },
    {
      signal: end.signal,
      said: (said) => pages.get(said.id)?.(said),
      ended: ended.resolve,
    },
  );
  const children = await readFile(`/proc/${starter}/task/${starter}/children`, 'utf8');
  return {
    build,
    pids: [starter, Number(children)] as const,
    /** What it says of its next page, or why it ended before. */
    async render(address: string): Promise<PageSaid | string> {
      id += 1;
      const { promise, resolve } = Promise.withResolvers<PageSaid>();
      pages.set(id, resolve);
      build.send({ id, address });
      return await Promise.race([promise, ended.promise]);
    },
    end: () => end.abort(),
  };
}

describe.each(found)('a sandbox of the kind $kind', ({ kind, sandbox }) => {
  const here = sandbox.kind === 'none' ? it.skip : it;
  const open = () => {
    if (sandbox.kind === 'none') throw new Error(sandbox.problem);
    return sandbox;
  };

  here('lets nothing out that has all of Node', async () => {
    const heard: string[] = [];
    const listen = async (where: { port: number; host: string } | { path: string }) => {
      const server = createServer((request, response) => {
        heard.push(request.url ?? '');
        response.end('x');
      });
      server.on('connection', () => heard.push('a connection'));
      server.listen(where);
      await once(server, 'listening');
      return server;
    };
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-outside-'));
    const socket = join(folder.path, 'socket');
    const secretFile = join(folder.path, 'secret');
    await writeFile(secretFile, 'secret');
    const servers = [
      await listen({ port: 0, host: '127.0.0.1' }),
      await listen({ path: socket }),
      await listen({ path: `\0${socket}` }),
    ];
    const outside = {
      pid: process.pid,
      port: portOf(servers[0]),
      socket,
      secretFile,
      folder: folder.path,
      hostname: hostname(),
    };
    const tries = { ...escapes(outside), ...nodeEscapes(outside) };
    const { render, end } = await begin(
      open(),
      pageOf(`return '<p>reached: ' + (await (${triesOf(tries)})()).join(', ') + '</p>';`),
    );
    expect(await render('/')).toEqual({
      type: 'rendered',
      id: firstPage,
      html: '<p>reached: </p>',
    });
    expect(heard).toEqual([]);
    expect((await readdir(folder.path)).sort()).toEqual(['secret', 'socket']);
    end();
    for (const server of servers) server.close();
  });

  describe('with a build that says more than its page', () => {
    /** One for all of these: what it has said before keeps no later page. */
    let shared: Awaited<ReturnType<typeof begin>>;
    beforeAll(async () => {
      if (sandbox.kind === 'none') return;
      const bodies = Object.values(saidEscapes).map((body) => `async () => { ${body} }`);
      shared = await begin(
        sandbox,
        `${reachesProcess}
const bodies = [${bodies.join(',\n')}];
exports.page = async ({ address }) => { await bodies[Number(address.slice(1))](); return '<p>' + address + '</p>'; };`,
      );
    });
    afterAll(() => shared?.end());

    here.each(Object.keys(saidEscapes).map((what, at) => [what, `/${at}`]))(
      'renders its page beside %s',
      async (_, address) => {
        expect(await shared.render(address)).toEqual({
          type: 'rendered',
          id: expect.any(Number),
          html: `<p>${address}</p>`,
        });
      },
    );
  });

  // Limits are the same in both kinds, and set by the same lines: a proof tries them in each.
  const limited = proving || kind === kinds[0] ? here : it.skip;
  limited.each(Object.entries(exhaustions))(
    'costs nothing that outlives it when code %s',
    async (what, body) => {
      const { pids, render, end } = await begin(open(), pageOf(body));
      // Memory that is refused fails the page alone.
      const over = render('/');
      if (endless.includes(what)) end();
      await over;
      end();
      await expect.poll(() => pids.filter(isThere)).toEqual([]);
    },
  );

  here('is halted between pages, and goes on', async () => {
    const { build, pids, render, end } = await begin(
      open(),
      pageOf(`setInterval(() => {}, 1); return '<p>done</p>';`),
    );
    await render('/');
    build.suspend();
    await expect.poll(() => stateOf(pids[1])).toBe('T');
    build.resume();
    await expect.poll(() => stateOf(pids[1])).not.toBe('T');
    build.suspend();
    end();
    await expect.poll(() => pids.filter(isThere)).toEqual([]);
  });
});

it('says why there is none', async () => {
  const missing = join(tmpdir(), 'tallystick-no-such-program.ts');
  expect(await findSandbox(missing, ['namespace'])).toEqual({
    kind: 'none',
    problem: expect.stringMatching(/./),
  });
});

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Linux's letter for what a process does; empty: it is gone. */
async function stateOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2)[0] ?? '';
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
