import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createRandom } from '@tallystick/backend/src/sample/random.ts';
import { spawnScript } from '@tallystick/e2e/src/house/server.ts';
import { generatedRecords } from '../../servers/generated-data.ts';

const command = 'backend/src/cli/main.ts';

/** Records a file before there is a service; the command tells on stderr how far it is. */
export async function importFile(
  path: string,
  variables: Record<string, string>,
  ...options: '--bulk'[]
): Promise<void> {
  const words = [command, 'import', path, ...options];
  const child = spawnScript(words, variables, { errors: 'inherit', alone: true });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import of ${path} ended with ${code}.`);
}

/** The command, importing. */
export type RunningImport = ReturnType<typeof startImport>;

/** Starts an import that goes on until it is ended. */
export function startImport(variables: Record<string, string>) {
  const words = [command, 'import', '-'];
  const child = spawnScript(words, variables, { input: 'pipe', output: 'pipe', alone: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part;
    });
  }
  const ended = once(child, 'close');
  const ending = new AbortController();
  const lines = Readable.from(supply());
  if (child.stdin) pipeline(lines, child.stdin, { signal: ending.signal }).catch(() => {});
  return {
    /** Stops its process by a signal. */
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    /** Ends it and answers how many transfers it says are new. */
    end: async () => {
      if (child.exitCode !== null) throw new Error(`The import ended early: ${output}`);
      child.kill('SIGCONT');
      child.kill('SIGINT');
      await ended;
      ending.abort();
      const recorded = /([\d,]+) new/.exec(output)?.[1];
      if (recorded === undefined) throw new Error(`The import failed: ${output}`);
      return recorded;
    },
  };
}

/** Lines of new transfers among the parties of the generated data, without end. */
function* supply(): Generator<string> {
  const random = createRandom('supply');
  for (let round = 1; ; round += 1) {
    for (const record of generatedRecords()) {
      if (record.record !== 'transfer') continue;
      const item = `${record.item}-${round}`;
      yield `${JSON.stringify({ ...record, item, trxn: random.hex(40) })}\n`;
    }
  }
}
