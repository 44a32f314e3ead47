import { runWords } from '@tallystick/command-line/run-words';
import { programLine } from './program-line.ts';

process.exitCode = await runWords(programLine, process.argv.slice(2), 2);
