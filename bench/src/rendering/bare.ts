import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NormalModuleReplacementPlugin, rspack } from '@rspack/core';
import { appConfiguration } from '@tallystick/build';
import { runBundler } from '@tallystick/build/run-bundler';
import { root } from '@tallystick/tools/src/project.ts';
import * as v from 'valibot';

const saidSchema = v.object({ cpuMs: v.number(), bytes: v.number() });

/** A page as the site has it. */
export interface BarePage {
  address: string;
  /** Configuration and release, as they stand in the page. */
  html: string;
}

/** Processor time of one page, in milliseconds, and bytes of its HTML. */
export type Bare = v.InferOutput<typeof saidSchema>;

/**
 * Builds the shell's server entry with a remote's routes into a folder. Where that renders a page, React's
 * `renderToPipeableStream` renders the same tree, with the same data, again and again, and nothing else is done.
 * Answers a function that has it do so in a process of its own.
 */
export async function buildBare(
  folder: string,
  remote: string,
): Promise<(page: BarePage, times: number, warmUp: number) => Promise<Bare>> {
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
  return async ({ address, html }, times, warmUp) => {
    const page = join(folder, 'page.json');
    await writeFile(page, JSON.stringify({ address, html, times, warmUp }));
    const child = fork(
      new URL('./bare-process.ts', import.meta.url),
      [join(output, 'bare.cjs'), page],
      { execArgv: [], env: { ...process.env, NODE_ENV: 'production' } },
    );
    const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return v.parse(saidSchema, said);
  };
}

/** In place of what the shell renders by. `renderAgain` is of `bare-process.ts`. */
const renderingAgain = `import { renderToPipeableStream } from ${JSON.stringify(join(root, 'shell/node_modules/react-dom/server.node.js'))};
export const wholeHtml = (element) => globalThis.renderAgain(renderToPipeableStream, element);
`;
