import { rspack } from '@rspack/core';
import type { LoaderContext } from 'webpack';

/** JSX to JavaScript, with what React Refresh wants in it: what `swc-loader` does, by the swc that is here. */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader from the default export
export default async function transformJsx(
  this: LoaderContext<object>,
  source: string,
): Promise<string> {
  const react = { runtime: 'automatic', development: true, refresh: true } as const;
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
