#!/usr/bin/env node
import { settingNames } from '@tallystick/settings/environment';
import { tellMistyped } from '@tallystick/settings/mistyped';
import { processIo } from './io.ts';
import { runRelease } from './release.ts';

// The command of the packed kit, `tallystick-release <verb>`, in a repository of its own.
tellMistyped(settingNames);
const io = processIo('tallystick-release', process.cwd());
process.exitCode = await runRelease(process.argv.slice(2), io);
