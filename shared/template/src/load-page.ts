import { ledger } from '@tallystick/shared/api';
import type { LoaderFunctionArgs } from '@tallystick/shared/router';

/** What the page shows: asked of the ledger before it appears, given up when somebody leaves. */
export const loadPage = ({ request }: LoaderFunctionArgs) =>
  ledger.latestTransfers({ index: 1 }, request.signal);
