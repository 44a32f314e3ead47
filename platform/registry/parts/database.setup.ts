import { prepareDatabase } from '@tallystick/store/database.setup';
import { releaseStore } from './all-parts.ts';

export const { setup, teardown } = prepareDatabase(releaseStore);
