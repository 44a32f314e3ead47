import type { Bundler, ShareScope } from './bundler.ts';
import { bundlerRuntime } from './bundler-runtime.ts';

// The bundler's own name for its runtime.
declare const __webpack_require__: Bundler;
const bundler = __webpack_require__;

/** Modules that chunks of this build take from the share scope: on their way, or (0) there. */
const installedModules: Record<string, Promise<unknown> | 0> = {};

// The bundler leaves placeholders for as much of federation as a build has; the rest stays absent.
if (bundler.S) bundler.S = bundlerRuntime.S;
if (bundler.f?.consumes) {
  bundler.f.consumes = (chunkId, promises) =>
    bundlerRuntime.consumes({ chunkId, promises, installedModules, webpackRequire: bundler });
}
if (bundler.I) {
  bundler.I = (shareScopeName) => bundlerRuntime.I({ shareScopeName, webpackRequire: bundler });
}
if (bundler.initContainer) {
  bundler.initContainer = (shareScope: ShareScope) =>
    bundlerRuntime.initContainerEntry({ shareScope, webpackRequire: bundler });
}
if (bundler.getContainer) {
  bundler.getContainer = async (name) => {
    const make = bundler.initializeExposesData?.moduleMap[name];
    if (make === undefined) throw new Error(`There is no ${name} in this container.`);
    return make();
  };
}
const initialConsumes = bundler.consumesLoadingData?.initialConsumes;
if (initialConsumes !== undefined) {
  bundlerRuntime.installInitialConsumes({ initialConsumes, webpackRequire: bundler });
}
