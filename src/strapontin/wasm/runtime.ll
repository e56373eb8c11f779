; What kernels ask of Numba's runtime, for a machine with one thread and one memory: arrays that are counted by who holds
; them, on a heap whose blocks are powers of two, those given back kept by size. A block begins with its count and the
; exponent of its size; what is in it begins after 16 bytes.

@top = internal global i32 0                      ; the heap goes on from here
@spare = internal global [32 x ptr] zeroinitializer ; by exponent: the first block given back, which leads to the next

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)

; The heap begins here, and there is nothing on it.
define void @open(i32 %at) {
  store i32 %at, ptr @top
  store [32 x ptr] zeroinitializer, ptr @spare
  ret void
}

; Room for so many bytes, or null.
define ptr @take(i32 %size) noinline {
entry:
  %whole = add i32 %size, 15
  %leading = call i32 @llvm.ctlz.i32(i32 %whole, i1 false)
  %exponent = sub i32 32, %leading
  %first = getelementptr [32 x ptr], ptr @spare, i32 0, i32 %exponent
  %block = load ptr, ptr %first
  %none = icmp eq ptr %block, null
  br i1 %none, label %fresh, label %again
again:
  %next = load ptr, ptr %block
  store ptr %next, ptr %first
  br label %ready
fresh:
  %at = load i32, ptr @top
  %bytes = shl i32 1, %exponent
  %end = add i32 %at, %bytes
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %limit = shl i32 %pages, 16
  %full = icmp ugt i32 %end, %limit
  %wrapped = icmp ult i32 %end, %at
  %refused = or i1 %full, %wrapped
  br i1 %refused, label %nothing, label %more
more:
  store i32 %end, ptr @top
  %new = inttoptr i32 %at to ptr
  br label %ready
nothing:
  ret ptr null
ready:
  %found = phi ptr [ %block, %again ], [ %new, %more ]
  store i32 1, ptr %found
  %second = getelementptr i8, ptr %found, i32 4
  store i32 %exponent, ptr %second
  %inside = getelementptr i8, ptr %found, i32 16
  ret ptr %inside
}

; What was taken is free again.
define void @give(ptr %inside) noinline {
  %block = getelementptr i8, ptr %inside, i32 -16
  %second = getelementptr i8, ptr %block, i32 4
  %exponent = load i32, ptr %second
  %first = getelementptr [32 x ptr], ptr @spare, i32 0, i32 %exponent
  %next = load ptr, ptr %first
  store ptr %next, ptr %block
  store ptr %block, ptr %first
  ret void
}

define noalias ptr @NRT_Allocate(i64 %size) {
  %bytes = trunc i64 %size to i32
  %inside = call ptr @take(i32 %bytes)
  ret ptr %inside
}

define void @NRT_Free(ptr %inside) {
  call void @give(ptr %inside)
  ret void
}

define noalias ptr @NRT_MemInfo_alloc(i64 %size) {
  %inside = call ptr @NRT_Allocate(i64 %size)
  ret ptr %inside
}

define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %inside = call ptr @NRT_Allocate(i64 %size)
  ret ptr %inside
}

define ptr @NRT_MemInfo_data_fast(ptr %inside) {
  ret ptr %inside
}

define void @NRT_incref(ptr %inside) {
  %null = icmp eq ptr %inside, null
  br i1 %null, label %done, label %held
held:
  %block = getelementptr i8, ptr %inside, i32 -16
  %count = load i32, ptr %block
  %more = add i32 %count, 1
  store i32 %more, ptr %block
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %inside) {
  %null = icmp eq ptr %inside, null
  br i1 %null, label %done, label %held
held:
  %block = getelementptr i8, ptr %inside, i32 -16
  %count = load i32, ptr %block
  %last = icmp eq i32 %count, 1
  br i1 %last, label %free, label %less
less:
  %fewer = sub i32 %count, 1
  store i32 %fewer, ptr %block
  br label %done
free:
  call void @give(ptr %inside)
  br label %done
done:
  ret void
}

; The product of two numbers of 128 bits, given by halves: WebAssembly multiplies 64 bits at most.
define void @__multi3(ptr %product, i64 %a, i64 %a.high, i64 %b, i64 %b.high) {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %low = mul i64 %a0, %b0
  %left = mul i64 %a1, %b0
  %right = mul i64 %a0, %b1
  %high = mul i64 %a1, %b1
  %carried = lshr i64 %low, 32
  %left.high = lshr i64 %left, 32
  %left.low = and i64 %left, 4294967295
  %middle.0 = add i64 %carried, %left.low
  %middle = add i64 %middle.0, %right
  %over = lshr i64 %middle, 32
  %high.0 = add i64 %high, %left.high
  %high.1 = add i64 %high.0, %over
  %cross = mul i64 %a, %b.high
  %other = mul i64 %a.high, %b
  %high.2 = add i64 %high.1, %cross
  %high.3 = add i64 %high.2, %other
  %all = mul i64 %a, %b
  store i64 %all, ptr %product
  %upper = getelementptr i64, ptr %product, i32 1
  store i64 %high.3, ptr %upper
  ret void
}
