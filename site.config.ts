import { configureLedger } from '@tallystick/ledger-site/configure';
import { ledgerSettings } from '@tallystick/ledger-site/settings';
import { shellPages } from '@tallystick/shared/contracts/shell-pages';
import { subjects } from '@tallystick/shared/contracts/subjects';
import { defineSite } from '@tallystick/site/define-site';

/** What the ledger, as a site, tells the platform. */
export default defineSite({
  names: {
    product: 'Tallystick',
    tagline: 'Privacy First Data Ownership and Monetization Platform',
    description: 'A public ledger of who issued what to whom, and who asked for whose data.',
    needsScripts: 'needs JavaScript to show the ledger.',
    withoutScripts:
      'Without JavaScript this page does not follow the ledger: load it again for what is new.',
  },
  subjects,
  shellPages,
  ownPaths: ['/feeds/'],
  settings: ledgerSettings,
  configure: configureLedger,
});
