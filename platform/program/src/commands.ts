import { runWords } from '@tallystick/command-line/run-words';
import { settingNames } from '@tallystick/settings/environment';
import { tellMistyped } from '@tallystick/settings/mistyped';
import { programLine } from './program-line.ts';

tellMistyped(settingNames);
process.exitCode = await runWords(programLine, process.argv.slice(2), 2);
