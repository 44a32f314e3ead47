import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NormalModuleReplacementPlugin, rspack } from '@rspack/core';
import { appConfiguration } from '@tallystick/build';
import { runBundler } from '@tallystick/build/run-bundler';
import { root } from '@tallystick/tools/src/project.ts';
import * as v from 'valibot';

const saidSchema = v.object({ bytes: v.number(), alone: v.number() });

/** A page: its address, and its HTML for the configuration and release that stand in it; how often it is rendered before. */
interface BareOrder {
  address: string;
  html: string;
  warmUp: number;
  pages: number;
}

/**
 * Builds the shell's server entry with a remote's routes into a folder. Where that renders a page, React's
 * `renderToPipeableStream` renders the same tree, with the same data, and nothing else is done.
 * Answers a function that opens a process for it.
 */
export async function buildBare(folder: string, remote: string) {
  const entry = join(folder, 'bare.js');
  const again = join(folder, 'again.js');
  await writeFile(
    entry,
    `export { render } from ${JSON.stringify(join(root, 'shell/src/server.tsx'))};
export * as remote from ${JSON.stringify(join(root, remote, 'src/routes.tsx'))};`,
  );
  await writeFile(again, renderingAgain);
  const shell = appConfiguration(join(root, 'shell'));
  const output = join(folder, 'server');
  await runBundler(
    rspack({
      ...shell,
      target: ['node', 'es2022'],
      entry: { bare: entry },
      output: { path: output, filename: '[name].cjs', library: { type: 'commonjs2' } },
      externalsType: 'commonjs',
      externals: [/^firebase\//],
      optimization: { moduleIds: 'natural', splitChunks: false, runtimeChunk: false },
      plugins: [
        ...(shell.plugins ?? []).filter((plugin) =>
          ['DefinePlugin', 'CssExtractRspackPlugin'].includes(
            plugin ? plugin.constructor.name : '',
          ),
        ),
        new NormalModuleReplacementPlugin(/\/whole-html\.ts$/, again),
      ],
    }),
  );
  return async (order: BareOrder) => {
    const page = join(folder, 'page.json');
    await writeFile(page, JSON.stringify(order));
    const child = fork(
      new URL('./bare-process.ts', import.meta.url),
      [join(output, 'bare.cjs'), page],
      { execArgv: [], env: { ...process.env, NODE_ENV: 'production' } },
    );
    const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    const { bytes, alone } = v.parse(saidSchema, said);
    const waiting: (() => void)[] = [];
    child.on('message', () => waiting.shift()?.());
    return {
      pid: child.pid ?? 0,
      /** Bytes of its HTML. */
      bytes,
      /** Milliseconds of processor time of a page, page after page without a pause. */
      alone,
      /** Resolves once it has rendered it once more. */
      async render() {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        child.send('render');
        await promise;
      },
      close: () => void child.kill(),
    };
  };
}

/** In place of what the shell renders by. `renderAgain` is of `bare-process.ts`. */
const renderingAgain = `import { renderToPipeableStream } from ${JSON.stringify(join(root, 'shell/node_modules/react-dom/server.node.js'))};
export const wholeHtml = (element) => globalThis.renderAgain(renderToPipeableStream, element);
`;
