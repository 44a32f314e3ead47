import { prepareDatabase } from '@tallystick/store/database.setup';

/** The tests here start whole servers, each of which makes its tables. */
export const { setup, teardown } = prepareDatabase();
