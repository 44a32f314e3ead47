import {
  type Configuration,
  CopyRspackPlugin,
  HtmlRspackPlugin,
  LightningCssMinimizerRspackPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';

/** As in the preset of the site's apps, where it is told why. */
const browsers = ['chrome >= 123', 'firefox >= 121', 'safari >= 17.5'];

/**
 * The console is one page of one app: nothing is shared with the site's, so that it stands when they
 * fall. Every file but the page has a hash in its name; the page's policy allows no inline script.
 */
const configuration: Configuration = {
  context: import.meta.dirname,
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: false,
  entry: { console: './src/main.tsx' },
  output: {
    path: `${import.meta.dirname}/dist`,
    clean: true,
    publicPath: '/',
    filename: '[name].[contenthash:12].js',
    cssFilename: '[name].[contenthash:12].css',
    hashFunction: 'xxhash64',
  },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    parser: { 'css/auto': { namedExports: false } },
    generator: { 'css/auto': { localIdentName: 'console-[local]-[hash:6]' } },
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
        type: 'javascript/auto',
      },
      { test: /\.css$/, type: 'css/auto' },
    ],
  },
  optimization: {
    splitChunks: false,
    minimizer: [
      new SwcJsMinimizerRspackPlugin(),
      new LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
    ],
  },
  performance: false,
  plugins: [
    new HtmlRspackPlugin({ template: './index.html', scriptLoading: 'defer' }),
    new CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
  ],
};

export default configuration;
