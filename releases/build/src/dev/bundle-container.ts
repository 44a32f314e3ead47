import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefinePlugin, rspack } from '@rspack/core';
import { runBundler } from '../run-bundler.ts';
import { typescriptRule } from '../typescript-rule.ts';

const extension = extname(import.meta.url);
const entry = fileURLToPath(new URL(`./in-page/container${extension}`, import.meta.url));
const file = 'container.js';

/**
 * The script of the container that pages load in front of a development server's, as one text.
 *
 * @param name global variable that holds it
 * @param workingCopy what `in-page/load-working-copy.ts` wants to know
 */
export async function bundleContainer(name: string, workingCopy: object): Promise<string> {
  const compiler = rspack({
    mode: 'production',
    target: ['web', 'es2022'],
    entry,
    output: { path: '/', filename: file, library: { type: 'var', name } },
    module: {
      rules: [typescriptRule],
    },
    plugins: [new DefinePlugin({ WORKING_COPY: JSON.stringify(workingCopy) })],
  });
  let text = '';
  // Kept in memory: nothing of it is for anybody else.
  compiler.hooks.shouldEmit.tap('container', ({ assets }) => {
    text = String(assets[file]?.source() ?? '');
    return false;
  });
  await runBundler(compiler);
  return text;
}
