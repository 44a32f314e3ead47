import { prepareEngines } from '@tallystick/store/engines.setup';
import { releaseStore } from './definition.ts';

export const { setup, teardown } = prepareEngines(releaseStore);
