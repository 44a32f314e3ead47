import type { Configuration, LoaderContext } from '@rspack/core';
import { bundleText, type Ran } from './run-bundler.ts';
import type { alsoCompiledIn } from './sbom/packages-in.ts';
import { typescriptRule } from './typescript-rule.ts';

/** `compiledIn`: the preset's own, as the bundler loads this file apart from that. */
interface WorkerLoaderOptions {
  compiledIn: typeof alsoCompiledIn;
}

/**
 * Compiles the script of a worker on its own, with all that it imports. In the app's compilation it
 * would get the federation runtime, which starts only in a page.
 */
// biome-ignore lint/style/noDefaultExport: rspack takes a loader from the default export
export default function compileWorker(this: LoaderContext<WorkerLoaderOptions>): void {
  const done = this.async();
  const { compiledIn } = this.getOptions();
  const configuration: Configuration = {
    context: this.rootContext,
    mode: this.mode === 'development' ? 'development' : 'production',
    devtool: false,
    target: ['webworker', 'es2022'],
    entry: this.resourcePath,
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: [typescriptRule] },
    optimization: { moduleIds: 'natural' },
    performance: false,
  };
  const ran: Ran = (compilation) => {
    // Also of what failed: it is tried again when one of them is mended, or is there.
    for (const file of compilation.fileDependencies) this.addDependency(file);
    for (const file of compilation.missingDependencies) this.addMissingDependency(file);
    compiledIn(this._compiler, compilation);
  };
  bundleText(configuration, ran).then((text) => done(null, text), done);
}
