import { runCommand } from '../command/command.ts';
import { withSiteInBrowser } from '../servers/with-site.ts';
import { takePictures } from './take-pictures.ts';

const help = `Usage: npm run screenshots [-- WORD …]

Takes a picture of every page in both themes, at five widths, for a person to look at: screenshots/index.html. With words,
only of the screens whose names contain one of them.
`;

// `npm run screenshots`
process.exit(
  await runCommand(
    {
      name: 'screenshots',
      help,
      words: { allowPositionals: true },
      async run({ positionals }) {
        console.log(
          await withSiteInBrowser((site, browser) => takePictures(browser, site, positionals)),
        );
        return 0;
      },
    },
    process.argv.slice(2),
  ),
);
