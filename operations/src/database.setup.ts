import { ledgerStore } from '@tallystick/backend/src/store/definition.ts';
import { releaseStore } from '@tallystick/registry/parts/all-parts';
import { prepareDatabase } from '@tallystick/store/database.setup';

export const { setup, teardown } = prepareDatabase(ledgerStore, releaseStore);
