// Loaded with --import into every command of the project, before what it runs: each knows the settings of all.
import { isMainThread } from 'node:worker_threads';
import { tellMistyped } from '@tallystick/settings/mistyped';
import { allSettings } from './all-settings.ts';

if (isMainThread) tellMistyped(Object.values(allSettings).flatMap((about) => Object.keys(about)));
