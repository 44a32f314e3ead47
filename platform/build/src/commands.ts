import { runWords } from '@tallystick/command-line/run-words';
import { buildLine } from './build-line.ts';

process.exitCode = await runWords(buildLine, process.argv.slice(2), 1);
