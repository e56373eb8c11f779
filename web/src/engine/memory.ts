// Records in a module's memory, read and written by the names of their fields: where those lie comes from the layouts.
import type { Field, Layout, Of } from './description';

/** How a number of each type is read and written; whoever counts on more than 53 bits asks for `exact`. */
const NUMBERS = {
  int8: { size: 1, get: (v, at) => v.getInt8(at), set: (v, at, n) => v.setInt8(at, n) },
  uint8: { size: 1, get: (v, at) => v.getUint8(at), set: (v, at, n) => v.setUint8(at, n) },
  int16: { size: 2, get: (v, at) => v.getInt16(at, true), set: (v, at, n) => v.setInt16(at, n, true) },
  uint16: { size: 2, get: (v, at) => v.getUint16(at, true), set: (v, at, n) => v.setUint16(at, n, true) },
  int32: { size: 4, get: (v, at) => v.getInt32(at, true), set: (v, at, n) => v.setInt32(at, n, true) },
  int64: { size: 8, get: whole, set: (v, at, n) => v.setBigInt64(at, BigInt(n), true) },
  float64: { size: 8, get: (v, at) => v.getFloat64(at, true), set: (v, at, n) => v.setFloat64(at, n, true) },
} satisfies Record<string, NumberType>;

interface NumberType {
  size: number;
  get: (view: DataView, at: number) => number;
  set: (view: DataView, at: number, n: number) => void;
}

function whole(view: DataView, at: number): number {
  const n = view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
  if (!Number.isSafeInteger(n)) throw new RangeError(`a number of more than 53 bits at ${at}`);
  return n;
}

function numberType(name: string): NumberType {
  const found = (NUMBERS as Record<string, NumberType>)[name];
  if (!found) throw new TypeError(`numbers of type ${name} are not known`);
  return found;
}

/** Where a record lies. */
export class Place {
  constructor(
    readonly $view: DataView,
    readonly $address: number,
    readonly $size: number,
  ) {}
}

/** What kernels take as an array, in seven words: its owners (nobody), length, size of an item, place, and once more length and size. */
export abstract class Row {
  readonly words: readonly (number | bigint)[];

  constructor(
    readonly view: DataView,
    readonly address: number,
    readonly length: number,
    readonly item: number,
  ) {
    this.words = [0, 0, BigInt(length), BigInt(item), address, BigInt(length), BigInt(item)];
  }

  /** All its bytes, as they are in memory. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.view.buffer, this.address, this.length * this.item);
  }
}

/** Numbers in a row, or in a grid of several dimensions. */
export class Numbers extends Row implements Iterable<number> {
  readonly #type: NumberType;

  constructor(
    view: DataView,
    address: number,
    type: string,
    readonly shape: readonly number[],
  ) {
    const found = numberType(type);
    super(
      view,
      address,
      shape.reduce((all, one) => all * one, 1),
      found.size,
    );
    this.#type = found;
  }

  /** The number at an index, or at one for each dimension. */
  at(...index: number[]): number {
    return this.#type.get(this.view, this.#place(index));
  }

  put(n: number, ...index: number[]): void {
    this.#type.set(this.view, this.#place(index), n);
  }

  /** A number that may take all 64 bits. */
  exact(...index: number[]): bigint {
    return this.view.getBigInt64(this.#place(index), true);
  }

  /** Write these from the beginning on. */
  fill(numbers: Iterable<number>): this {
    let at = this.address;
    for (const n of numbers) {
      this.#type.set(this.view, at, n);
      at += this.item;
    }
    return this;
  }

  /** The first so many; all of them, if not told otherwise. */
  list(n = this.length): number[] {
    return Array.from({ length: n }, (_, i) => this.#type.get(this.view, this.address + i * this.item));
  }

  [Symbol.iterator](): Iterator<number> {
    return this.list()[Symbol.iterator]();
  }

  #place(index: number[]): number {
    let at = 0;
    index.forEach((one, dimension) => (at = at * this.shape[dimension]! + one));
    if (index.length !== this.shape.length || !(at >= 0 && at < this.length)) throw new RangeError(`no item ${index.join(', ')}`);
    return this.address + at * this.item;
  }
}

/** Records in a row. */
export class Records<L extends Layout> extends Row implements Iterable<Of<L>> {
  constructor(
    view: DataView,
    address: number,
    readonly layout: L,
    length: number,
  ) {
    super(view, address, length, layout.size);
  }

  at(index: number): Of<L> {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`no record ${index}`);
    return recordAt(this.view, this.address + index * this.item, this.layout);
  }

  *[Symbol.iterator](): Iterator<Of<L>> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}

/** The record of this layout at an address. */
export function recordAt<L extends Layout>(view: DataView, address: number, layout: L): Of<L> {
  return new (classOf(layout))(view, address, layout.size) as Of<L>;
}

/** The bytes of a record, where they are. */
export function bytesOf(record: Place): Uint8Array {
  return new Uint8Array(record.$view.buffer, record.$address, record.$size);
}

const classes = new WeakMap<Layout, typeof Place>();

function classOf(layout: Layout): typeof Place {
  let found = classes.get(layout);
  if (!found) {
    found = class extends Place {};
    for (const [name, field] of Object.entries(layout.fields)) Object.defineProperty(found.prototype, name, accessor(field));
    classes.set(layout, found);
  }
  return found;
}

function accessor({ offset, type, shape }: Field): PropertyDescriptor & ThisType<Place> {
  if (typeof type !== 'string') {
    if (shape.length === 0) return { get: reading((view, at) => recordAt(view, at, type), offset) };
    return { get: reading((view, at) => new Records(view, at, type, shape[0]!), offset) };
  }
  if (shape.length > 0) return { get: reading((view, at) => new Numbers(view, at, type, shape), offset) };
  const { get, set } = numberType(type);
  return {
    get: reading(get, offset),
    set(this: Place, n: number) {
      set(this.$view, this.$address + offset, n);
    },
  };
}

function reading<T>(read: (view: DataView, at: number) => T, offset: number): (this: Place) => T {
  return function (this: Place) {
    return read(this.$view, this.$address + offset);
  };
}
