import { spawnSync } from 'node:child_process';

const plain = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
/** For who is not root; some systems forbid it. */
const asUser = [...plain, '--user', '--map-root-user'];

/**
 * The words before a command that give it a PID namespace of its own, as a container does. It is process 1 there, and
 * sees no others. It ends with the process that these words start. Undefined where the kernel refuses.
 */
export const inPidNamespace: readonly string[] | undefined = [plain, asUser].find(
  ([command = '', ...words]) => spawnSync(command, [...words, 'true']).status === 0,
);

if (inPidNamespace === undefined) console.log('skipped: no PID namespace may be made here');
