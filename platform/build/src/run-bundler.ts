import { type Compilation, type Compiler, type Configuration, rspack } from '@rspack/core';

/** Told what a bundler has read and compiled in, also where that failed. */
export type Ran = (compilation: Compilation) => void;

/** Runs a bundler once and closes it. Rejects with its first error. */
export async function runBundler(compiler: Compiler, ran: Ran = () => {}): Promise<void> {
  await new Promise<void>((done, failed) => {
    compiler.run((error, stats) => {
      if (stats !== undefined) ran(stats.compilation);
      const [problem] = stats?.toJson({ all: false, errors: true }).errors ?? [];
      const what = error ?? (problem && new Error(problem.message));
      compiler.close(() => (what ? failed(what) : done()));
    });
  });
}

const filename = 'bundled.js';

/** What a bundler makes of one entry, as a text that it writes nowhere. */
export async function bundleText(configuration: Configuration, ran?: Ran): Promise<string> {
  const output = { ...configuration.output, path: '/', filename, asyncChunks: false };
  const compiler = rspack({ ...configuration, output });
  let text = '';
  compiler.hooks.shouldEmit.tap('bundleText', ({ assets }) => {
    text = String(assets[filename]?.source() ?? '');
    return false;
  });
  await runBundler(compiler, ran);
  return text;
}
