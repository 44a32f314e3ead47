import { runCommand } from '../command/command.ts';
import { withSiteInBrowser } from '../servers/with-site.ts';
import { takePictures } from './take-pictures.ts';

// `npm run screenshots`
process.exit(
  await runCommand(
    {
      name: 'screenshots',
      takes: '[WORD …]',
      summary: 'a picture of every page',
      about: `Takes a picture of every page in both themes, at five widths, for a person to look at:
screenshots/index.html. With words, only of the screens whose names contain one of them.`,
      async run({ words }) {
        console.log(await withSiteInBrowser((site, browser) => takePictures(browser, site, words)));
        return 0;
      },
    },
    process.argv.slice(2),
  ),
);
