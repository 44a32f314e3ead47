import type { LoaderContext } from '@rspack/core';
import { bundleText } from './run-bundler.ts';
import { typescriptRule } from './typescript-rule.ts';

/**
 * Compiles the script of a worker, with all that it imports, on its own: in the app's compilation it would get the
 * federation runtime, which begins in a page alone.
 */
// biome-ignore lint/style/noDefaultExport: rspack takes a loader from the default export
export default function compileWorker(this: LoaderContext): void {
  const done = this.async();
  bundleText({
    context: this.rootContext,
    mode: this.mode === 'development' ? 'development' : 'production',
    devtool: false,
    target: ['webworker', 'es2022'],
    entry: this.resourcePath,
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: [typescriptRule] },
    optimization: { moduleIds: 'natural' },
    performance: false,
  }).then(({ text, files }) => {
    for (const file of files) this.addDependency(file);
    done(null, text);
  }, done);
}
