import { prepareEngines } from './engines.setup.ts';
import { notes } from './notes.testing.ts';

export const { setup, teardown } = prepareEngines(notes);
