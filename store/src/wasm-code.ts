import { setFlagsFromString } from 'node:v8';

/**
 * Lets this process keep the machine code of WebAssembly that it no longer runs. V8 before 13.7 may
 * free such code twice, and end the process, where several threads run WebAssembly
 * (docs/decisions/0054-webassembly-in-threads.md). To be called before such a thread is started.
 */
export function keepWasmCode(): void {
  setFlagsFromString('--no-wasm-code-gc');
}
