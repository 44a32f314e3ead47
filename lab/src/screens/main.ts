import { runCommand } from '../command/command.ts';
import { launchChromium } from '../servers/chromium.ts';
import { withSiteInBrowser } from '../servers/with-site.ts';
import { takeBoardPictures } from './board-pictures.ts';
import { takePictures } from './take-pictures.ts';

// `npm run screenshots`
process.exit(
  await runCommand(
    {
      name: 'screenshots',
      takes: '[WORD …]',
      summary: 'a picture of every page',
      about: `Takes a picture of every page in both themes, at five widths, for a person to look at:
screenshots/index.html. With words, only of the screens whose names contain one of them. After
the word board: of the console's board in each state, or in those whose names contain one of them.`,
      async run({ words }) {
        const [first, ...others] = words;
        if (first === 'board') {
          await using browser = await launchChromium();
          console.log(await takeBoardPictures(browser, others));
          return 0;
        }
        console.log(await withSiteInBrowser((site, browser) => takePictures(browser, site, words)));
        return 0;
      },
    },
    process.argv.slice(2),
  ),
);
