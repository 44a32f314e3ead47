#!/usr/bin/env node
import { processIo } from './io.ts';
import { runRelease } from './release.ts';

// The command of the packed kit, `tallystick-release <verb>`, in a repository of its own.
const io = processIo('tallystick-release', process.cwd());
process.exitCode = await runRelease(process.argv.slice(2), io);
