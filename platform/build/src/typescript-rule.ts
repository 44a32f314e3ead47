import type { RuleSetRule } from '@rspack/core';

/** How TypeScript without JSX is read. */
export const typescriptRule: RuleSetRule = {
  test: /\.ts$/,
  loader: 'builtin:swc-loader',
  options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  type: 'javascript/auto',
};
