import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runUntilAnswers } from '@tallystick/e2e/src/house/run-dev.ts';

const configuration = (port: number) => `
import { HtmlRspackPlugin } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
export default {
  mode: 'development',
  devtool: 'cheap-module-source-map',
  entry: './index.tsx',
  resolve: { extensions: ['.tsx', '.js'] },
  module: { rules: [{
    test: /\\.tsx$/,
    loader: 'builtin:swc-loader',
    options: { jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: true, refresh: true } },
    } },
    type: 'javascript/auto',
  }] },
  plugins: [
    new HtmlRspackPlugin({ templateContent: '<body><div id="root"></div></body>' }),
    new ReactRefreshRspackPlugin(),
  ],
  devServer: { host: 'localhost', port: ${port}, hot: true },
};
`;

const index = `
import { createRoot } from 'react-dom/client';
import { Counter } from './counter.tsx';
createRoot(document.getElementById('root')).render(<Counter />);
`;

/**
 * Serves a page of one component by rspack's own development server, from a folder beside the remote's; the function
 * that it answers ends that.
 */
export async function servePlainPage(
  folder: string,
  port: number,
  component: string,
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'rspack.config.mjs'), configuration(port));
  await writeFile(join(folder, 'index.tsx'), index);
  await writeFile(join(folder, 'counter.tsx'), component);
  const rspack = join(folder, '../node_modules/@rspack/cli/bin/rspack.js');
  return runUntilAnswers(folder, [rspack, 'serve'], `http://localhost:${port}/`);
}
