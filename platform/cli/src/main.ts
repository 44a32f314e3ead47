import { processIo } from './io.ts';
import { runRelease } from './release.ts';

// `npm run release -- <verb>`. npm runs it in the project's folder, whichever it was called in.
const folder = process.env.INIT_CWD ?? process.cwd();
process.exitCode = await runRelease(process.argv.slice(2), processIo('npm run release --', folder));
