// `npm run kit [-- folder]`, or into `kit`: packs what a team needs to build a remote in a repository of its own.
import { relative, resolve } from 'node:path';
import { packKit } from './kit/pack-kit.ts';
import { inProject } from './project.ts';

const folder = process.env.INIT_CWD ?? process.cwd();
const target = process.argv[2] === undefined ? inProject('kit') : resolve(folder, process.argv[2]);
try {
  for (const file of await packKit(target)) console.log(relative(folder, file));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
