import { spawn } from 'node:child_process';

/** Shows an address in the browser of whoever asked for it; where there is none, nothing happens. */
export function openBrowser(address: string): void {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  spawn(command, [address], { stdio: 'ignore', detached: true })
    .on('error', () => console.error(`No ${command} here: open ${address} yourself.`))
    .unref();
}
