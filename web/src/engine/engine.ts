// A compiled game at work: one memory, the records in it, and the kernels by their names. It needs no page, and runs as well in
// a worker as in Node.
import type { Arguments, Description, Given, Of, Taken } from './description';
import { bytesOf, Numbers, Place, recordAt, Records, Row } from './memory';

const PAGE = 1 << 16;
/** What kernels have for the moment; it lies behind the data of the module, and is used from its end. */
const STACK = 1 << 20;
const MEGABYTES = 32;

type Word = number | bigint;
type Exports = Record<string, (...words: Word[]) => number> & { end: WebAssembly.Global };
type Writer = (given: Given, words: Word[]) => void;

/** A kernel that has failed: it ran out of memory, or was handed what no rule allows. */
class KernelFailed extends Error {}

export class Engine<D extends Description = Description> {
  readonly view: DataView;
  readonly #exports: Exports;
  readonly #calls = new Map<string, (given: readonly Given[]) => number>();
  /** Where a kernel writes its result, and behind it what went wrong. */
  readonly #result: number;

  constructor(
    readonly description: D,
    module: WebAssembly.Module,
    megabytes = MEGABYTES,
  ) {
    const memory = new WebAssembly.Memory({ initial: (megabytes << 20) / PAGE });
    const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
    const { exports } = new WebAssembly.Instance(module, { env: { __linear_memory: memory, __stack_pointer: stack } });
    this.#exports = exports as unknown as Exports;
    this.view = new DataView(memory.buffer);
    const top = Math.ceil((this.#exports.end.value + STACK) / PAGE) * PAGE;
    stack.value = top;
    this.#exports.open!(top);
    this.#result = this.#take(16);
  }

  /** Call a kernel by its name. */
  call<K extends keyof D['kernels'] & string>(name: K, ...given: Arguments<D['kernels'][K]['takes'], D>): number {
    let call = this.#calls.get(name);
    if (!call) this.#calls.set(name, (call = this.#caller(name)));
    return call(given as readonly Given[]);
  }

  /** A record full of zeros. */
  record<N extends keyof D['records'] & string>(name: N): Of<D['records'][N]> {
    const layout = this.#layout(name);
    return recordAt(this.view, this.#zeros(layout.size), layout);
  }

  /** Several of them in a row. */
  records<N extends keyof D['records'] & string>(name: N, n: number): Records<D['records'][N]> {
    const layout = this.#layout(name);
    return new Records(this.view, this.#zeros(n * layout.size), layout, n);
  }

  /** Whole numbers in a row, all zero. */
  ints(n: number): Numbers {
    return new Numbers(this.view, this.#zeros(8 * n), 'int64', [n]);
  }

  /** Numbers in a row, all zero. */
  floats(n: number): Numbers {
    return new Numbers(this.view, this.#zeros(8 * n), 'float64', [n]);
  }

  /** Make one record equal to another, or to bytes from elsewhere. */
  assign(to: Place, from: Place | Uint8Array): void {
    const raw = from instanceof Place ? bytesOf(from) : from;
    if (raw.length !== to.$size) throw new RangeError(`${raw.length} bytes for a record of ${to.$size}`);
    bytesOf(to).set(raw);
  }

  /** Forget a record or a row that was made here. */
  release(one: Place | Row): void {
    this.#exports.give!(one instanceof Place ? one.$address : one.address);
  }

  #layout<N extends keyof D['records'] & string>(name: N): D['records'][N] {
    const layout = (this.description.records as D['records'])[name];
    if (!layout) throw new TypeError(`${this.description.game} has no record ${name}`);
    return layout;
  }

  #take(bytes: number): number {
    const address = this.#exports.take!(bytes);
    if (address === 0) throw new KernelFailed('no memory is left');
    return address;
  }

  #zeros(bytes: number): number {
    const address = this.#take(bytes);
    new Uint8Array(this.view.buffer, address, bytes).fill(0);
    return address;
  }

  /** Compiled code takes where to write its result, where to write what went wrong, then what it is given; it returns 0 if all is well. */
  #caller(name: string): (given: readonly Given[]) => number {
    const kernel = this.description.kernels[name];
    const run = this.#exports[name];
    if (!kernel || !run) throw new TypeError(`${this.description.game} has no kernel ${name}`);
    const writers = kernel.takes.map(writer);
    const read = { int: wholeAt, float: floatAt, none: () => 0 }[kernel.gives];
    const { view } = this;
    const result = this.#result;
    return (given) => {
      const words: Word[] = [result, result + 8];
      for (let i = 0; i < writers.length; i++) writers[i]!(given[i]!, words);
      if (run(...words) !== 0) throw new KernelFailed(`${name} failed`);
      return read(view, result);
    };
  }
}

function wholeAt(view: DataView, at: number): number {
  return Number(view.getBigInt64(at, true));
}

function floatAt(view: DataView, at: number): number {
  return view.getFloat64(at, true);
}

/** How something of a type is handed over: a whole number in 64 bits, a record as its address, a row as its words, a group in parts. */
function writer([, type]: Taken): Writer {
  if (type === 'int') return (given, words) => words.push(BigInt(given as number));
  if (type === 'float') return (given, words) => words.push(given as number);
  if (typeof type !== 'string') {
    const parts = type.map((part) => [part[0], writer(part)] as const);
    return (given, words) => {
      for (const [name, write] of parts) write((given as { [name: string]: Given })[name]!, words);
    };
  }
  if (type.endsWith('[]')) {
    return (given, words) => {
      for (const word of (given as Row).words) words.push(word);
    };
  }
  return (given, words) => words.push((given as Place).$address);
}
