import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { developmentServers } from './development-servers.ts';

// Serves a copy of the remote in `edited`, in a folder that is there, by one bundler's development server.
const [bundler = '', folder = '', port = ''] = process.argv.slice(2);
const serve = developmentServers[bundler];
if (serve === undefined) throw new Error(`no bundler ${bundler}`);

await cp(join(import.meta.dirname, 'edited'), folder, { recursive: true });
await symlink(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
await serve(folder, Number(port));
