import { prepareEngines } from '@tallystick/store/engines.setup';
import { ledgerStore } from './definition.ts';

export const { setup, teardown } = prepareEngines(ledgerStore);
