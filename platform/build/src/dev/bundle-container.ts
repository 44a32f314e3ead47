import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleText } from '../run-bundler.ts';
import { typescriptRule } from '../typescript-rule.ts';
import { containerName } from './container-script.ts';

const extension = extname(import.meta.url);
const entry = fileURLToPath(new URL(`./in-page/container${extension}`, import.meta.url));

/** The container that pages load in front of a development server's, as one text that `containerScript` completes. */
export async function bundleContainer(): Promise<string> {
  return await bundleText({
    mode: 'production',
    target: ['web', 'es2022'],
    entry,
    output: { library: { type: 'var', name: containerName } },
    module: {
      // Which address is imported is known in the page alone.
      parser: { javascript: { importDynamic: false } },
      rules: [typescriptRule],
    },
  });
}
