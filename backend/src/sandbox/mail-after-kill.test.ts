import { rm } from 'node:fs/promises';
import { proving } from '@tallystick/contract/testing/proof';
import { testPlace } from '@tallystick/store/test-place.testing';
import * as v from 'valibot';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Running, startService } from '../cli/cli.testing.ts';
import { startMailServer } from './mail-server.testing.ts';

const user = 'ann@example.org';
const createdSchema = v.object({ data: v.object({ trxn: v.string() }) });

describe('a service that is killed', () => {
  const folders: string[] = [];
  const running: Running[] = [];
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    for (const folder of folders) await rm(folder, { recursive: true, maxRetries: 3 });
  });

  /** Starts the service; answers how to call it, once it is ready. */
  async function start(variables: Record<string, string>) {
    const service = await startService(variables);
    running.push(service);
    return {
      log: () => service.output() + service.errors(),
      call: async (path: string, data: object) => {
        const answer = await fetch(`${service.origin}/sandbox/${path}`, {
          method: 'POST',
          headers: { authorization: 'public-local', 'content-type': 'application/json' },
          body: JSON.stringify({ data }),
        });
        return { status: answer.status, body: await answer.json() };
      },
      kill: async (signal: NodeJS.Signals) => {
        service.child.kill(signal);
        await service.ended;
      },
    };
  }

  it.runIf(proving)(
    'between code and mail sends the mail after its next start, and the code passes',
    async () => {
      const place = await testPlace('tallystick-kill-');
      folders.push(place.DATA_DIR);
      const away = await startMailServer();
      await away.close();
      const settings = {
        ...place,
        SMTP_URL: `smtp://127.0.0.1:${away.port}`,
      };

      const first = await start(settings);
      const created = await first.call('code.create', { user });
      const { trxn } = v.parse(createdSchema, created.body).data;
      await first.kill('SIGKILL');

      const back = await startMailServer({ port: away.port });
      const second = await start(settings);
      // Taken out when it was killed, it comes back when its lease is over.
      await vi.waitUntil(() => back.mails.length > 0, { timeout: 60_000, interval: 100 });
      expect(back.mails).toHaveLength(1);
      const code = /^Subject: (\d{6})/m.exec(back.mails[0]?.source ?? '')?.[1] ?? '';
      const checked = await second.call('code.check', { user, trxn, code });
      expect(checked).toEqual({ status: 200, body: { data: true } });
      await second.kill('SIGTERM');
      for (const log of [first.log(), second.log()]) {
        expect(log).not.toMatch(new RegExp(`${user}|${code}`));
      }
      await back.close();
    },
  );
});
