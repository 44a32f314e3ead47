import { appConfiguration } from './preset.ts';

// What an app has that brings no rspack.config.ts: the command runs in its folder.
// biome-ignore lint/style/noDefaultExport: a configuration is one
export default appConfiguration(process.cwd());
