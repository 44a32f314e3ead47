import { startFreshHouse } from '@tallystick/e2e/src/house/fresh-house.ts';
import { Misuse, runCommand } from '../command/command.ts';
import { launchChromium } from '../servers/chromium.ts';
import { withHouse } from '../servers/with-site.ts';
import { allAttacks } from './attacks/all.ts';
import { frontNames } from './attacks/front/front-text.ts';
import { runAttacks } from './attacks/run/run-attacks.ts';
import { allFaults } from './faults/all.ts';
import { runFaults } from './run/run-faults.ts';

// `npm run chaos`
process.exit(
  await runCommand(
    {
      name: 'chaos',
      summary: 'inject every fault, and make every attack',
      about: `Injects every fault for real and watches, in Chromium, what people see. Prints a table; exits with 1
if a fault shows a blank page, breaks more than it may, is never recovered from or leaves something
unhandled. Then makes every attack for real and measures what it costs others; what it must not get
or cost fails as well.`,
      options: {
        only: { value: 'NAME', multiple: true, about: 'what has a name that begins so' },
        seconds: { value: 'N', about: 'how long each attack lasts; else 10' },
        behind: {
          value: 'PROXY',
          about:
            'haproxy, nginx or caddy, with its file of deploy/, in front of the servers; only the attacks beside which others are measured',
        },
        list: { about: 'name them all' },
        write: {
          about:
            'put what was found into docs/chaos.md and docs/attacks.md; what they say of others stays',
        },
      },
      async run({ text, texts, flag }) {
        const only = texts('only');
        const write = flag('write');
        const isWanted = ({ name }: { name: string }) =>
          only.length === 0 || only.some((begin) => name.startsWith(begin));
        const wanted = text('behind') ?? 'none';
        const behind = frontNames.find((name) => name === wanted) ?? null;
        if (behind === null && wanted !== 'none') {
          throw new Misuse(`A proxy is one of ${frontNames.join(', ')}, none.`);
        }
        const faults = behind === null ? allFaults.filter(isWanted) : [];
        const attacks = allAttacks.filter(
          (attack) => isWanted(attack) && (behind === null || attack.measured === true),
        );
        const seconds = Number(text('seconds') ?? '10');
        if (flag('list')) {
          for (const { name, what } of [...faults, ...attacks]) console.log(`${name}: ${what}`);
          return 0;
        }
        if (faults.length + attacks.length === 0) {
          throw new Misuse('There is no such fault or attack; --list names them.');
        }
        if (!(seconds >= 1 && seconds <= 60)) throw new Misuse('An attack lasts 1 to 60 seconds.');
        await using ended = new AsyncDisposableStack();
        // Attacks need no browser.
        const browser = faults.length === 0 ? null : ended.use(await launchChromium());
        return await withHouse(
          async (servers) => {
            const wrong = browser === null ? 0 : await runFaults(faults, servers, browser, write);
            const more =
              attacks.length === 0
                ? 0
                : await runAttacks(attacks, servers, { seconds, write, behind });
            return wrong + more === 0 ? 0 : 1;
          },
          {},
          startFreshHouse,
        );
      },
    },
    process.argv.slice(2),
  ),
);
