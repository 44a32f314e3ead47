import { prepareDatabase } from '@tallystick/store/database.setup';
import { definitions } from './transactions.ts';

export const { setup, teardown } = prepareDatabase(...definitions);
