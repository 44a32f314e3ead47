import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Fetches the pnpm that the project names, and unpacks it. It has no dependencies but its build for
 * the platform. What has another hash than the one that is written down here is not unpacked, and
 * so never run. npm compares with what the registry says now, which shows nothing if the registry
 * itself is deceived.
 *
 * @param {string} root the project's folder
 * @param {string} folder an empty one
 * @param {(command: string, args: string[]) => Promise<number>} run answers the exit code
 * @returns {Promise<{ok: true, script: string} | {ok: false, problem?: string}>} what Node runs as
 *   pnpm; without a problem the log says it
 */
export async function fetchPnpm(root, folder, run) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, version = '', hash = ''] =
    /^pnpm@(.+)\+sha512\.([0-9a-f]{128})$/.exec(packageManager) ?? [];
  const builds = JSON.parse(readFileSync(join(import.meta.dirname, 'pnpm-builds.json'), 'utf8'));
  const target = targetOf();
  const parts = [
    { name: 'pnpm', file: `pnpm-${version}.tgz`, hash },
    {
      name: `@pnpm/exe.${target}`,
      file: `pnpm-exe.${target}-${version}.tgz`,
      hash: builds[target],
    },
  ];
  const asked = parts.map(({ name }) => `${name}@${version}`);
  const words = ['pack', '--silent', '--pack-destination', folder, ...asked, '--prefer-offline'];
  const packed = await run('npm', words);
  if (packed !== 0) return { ok: false };
  for (const { name, file, hash } of parts) {
    const found = createHash('sha512')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    if (hash === undefined) {
      console.error(`${name} is not compared: tools/bootstrap/pnpm-builds.json has no hash of it.`);
    } else if (found !== hash) {
      const problem = `${name}@${version} is not what the project names: its SHA-512 is ${found}, and not ${hash}. It was not run.`;
      return { ok: false, problem };
    }
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    const unpack = ['-xzf', join(folder, file), '-C', place, '--strip-components=1'];
    if ((await run('tar', unpack)) !== 0) return { ok: false };
  }
  return { ok: true, script: join(folder, 'node_modules/pnpm/bin/pnpm.mjs') };
}

/** As pnpm names its builds. */
function targetOf() {
  const { header } = /** @type {{header: {glibcVersionRuntime?: string}}} */ (
    process.report.getReport()
  );
  const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined;
  return `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
}
