"""The rules in the browser: the kernels of every game, compiled once more, for WebAssembly."""
