import { prepareDatabase } from './database.setup.ts';
import { notes } from './notes.testing.ts';

export const { setup, teardown } = prepareDatabase(notes);
