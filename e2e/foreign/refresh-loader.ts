import { rspack } from '@rspack/core';
import type { LoaderContext } from 'webpack';

/**
 * JSX to JavaScript, with what React Refresh wants in it, but for a build: what `swc-loader` does, by the swc that is
 * here.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader from the default export
export default async function transformJsx(
  this: LoaderContext<{ development?: boolean }>,
  source: string,
): Promise<string> {
  const { development = true } = this.getOptions();
  const react = { runtime: 'automatic', development, refresh: development } as const;
  const { code } = await rspack.experiments.swc.transform(source, {
    filename: this.resourcePath,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'ecmascript', jsx: true },
      transform: { react },
    },
  });
  return code;
}
