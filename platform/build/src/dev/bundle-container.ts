import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefinePlugin } from '@rspack/core';
import { bundleText } from '../run-bundler.ts';
import { typescriptRule } from '../typescript-rule.ts';

const extension = extname(import.meta.url);
const entry = fileURLToPath(new URL(`./in-page/container${extension}`, import.meta.url));

/**
 * The script of the container that pages load in front of a development server's, as one text.
 *
 * @param name global variable that holds it
 * @param workingCopy what `in-page/load-working-copy.ts` wants to know
 */
export async function bundleContainer(name: string, workingCopy: object): Promise<string> {
  return await bundleText({
    mode: 'production',
    target: ['web', 'es2022'],
    entry,
    output: { library: { type: 'var', name } },
    module: {
      // Which address is imported is known in the page alone.
      parser: { javascript: { importDynamic: false } },
      rules: [typescriptRule],
    },
    plugins: [new DefinePlugin({ WORKING_COPY: JSON.stringify(workingCopy) })],
  });
}
