import { prepareDatabase } from '@tallystick/store/database.setup';
import { ledgerStore } from './definition.ts';

export const { setup, teardown } = prepareDatabase(ledgerStore);
