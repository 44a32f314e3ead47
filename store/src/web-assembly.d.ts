// Node has it; its types do not, and those of browsers have much that Node has not.
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
