import { type Compiler, type Configuration, rspack } from '@rspack/core';

/** Runs a bundler once and closes it. Rejects with its first error. */
export async function runBundler(compiler: Compiler): Promise<void> {
  await new Promise<void>((done, failed) => {
    compiler.run((error, stats) => {
      const [problem] = stats?.toJson({ all: false, errors: true }).errors ?? [];
      const what = error ?? (problem && new Error(problem.message));
      compiler.close(() => (what ? failed(what) : done()));
    });
  });
}

const filename = 'bundled.js';

/** What a bundler makes of one entry, as a text that it writes nowhere, and the files that it has read for it. */
export async function bundleText(
  configuration: Configuration,
): Promise<{ text: string; files: string[] }> {
  const output = { ...configuration.output, path: '/', filename, asyncChunks: false };
  const compiler = rspack({ ...configuration, output });
  let text = '';
  let files: string[] = [];
  compiler.hooks.shouldEmit.tap('bundleText', ({ assets, fileDependencies }) => {
    text = String(assets[filename]?.source() ?? '');
    files = [...fileDependencies];
    return false;
  });
  await runBundler(compiler);
  return { text, files };
}
