import { prepareDatabase } from '@tallystick/store/database.setup';
import { releaseStore } from './definition.ts';

export const { setup, teardown } = prepareDatabase(releaseStore);
