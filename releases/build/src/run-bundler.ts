import type { Compiler } from '@rspack/core';

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
