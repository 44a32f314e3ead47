import { setFlagsFromString } from 'node:v8';

// The second and third follow from the first only where that is one of the program's words.
setFlagsFromString('--liftoff-only');
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
