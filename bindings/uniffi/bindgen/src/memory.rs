//! Changes the generated Kotlin so that a call frees its native memory when it ends, and a text needs no encoder. JNA frees memory after
//! the garbage collector, on one thread, which cannot keep up with a server: the heap fills with what waits to be freed.

/// The generated text and its replacement.
const CHANGES: [(&str, &str); 8] = [
    ("        return buildMap<", "        if (len == 0) return emptyMap()\n        return buildMap<"),
    (
        "        return Charsets.UTF_8.newEncoder()",
        "        if (value.none { it.isSurrogate() }) return ByteBuffer.wrap(value.toByteArray())\n        return Charsets.UTF_8.newEncoder()",
    ),
    ("uniffi_out_err: UniffiRustCallStatus", "uniffi_out_err: Pointer"),
    ("callback: (UniffiRustCallStatus) -> U", "callback: (Pointer) -> U"),
    (
        "    var status = UniffiRustCallStatus()
    val return_value = callback(status)
    uniffiCheckCallStatus(errorHandler, status)
    return return_value
",
        "    // As large as a status: its code, and a buffer of three words with up to 8 bytes each.
    return com.sun.jna.Memory(32).use { status ->
        status.clear()
        val returnValue = callback(status)
        uniffiCheckCallStatus(errorHandler, status)
        returnValue
    }
",
    ),
    (
        "UniffiRustCallStatusErrorHandler<E>, status: UniffiRustCallStatus) {",
        "UniffiRustCallStatusErrorHandler<E>, memory: Pointer) {",
    ),
    (
        "    if (status.isSuccess()) {
        return
    } else if (status.isError()) {
",
        "    if (memory.getByte(0) == UNIFFI_CALL_SUCCESS) return
    val status = Structure.newInstance(UniffiRustCallStatus::class.java, memory)
    status.read()
    if (status.isError()) {
",
    ),
    (
        "rustbuffer_free(buf, status)
        }
",
        "rustbuffer_free(buf, status)
        }.also { (buf.pointer as? com.sun.jna.Memory)?.close() }
",
    ),
];

/// The same for the function that makes asynchronous calls, which not every file has.
const ASYNCHRONOUS: (&str, &str) =
    ("completeFunc: (Long, UniffiRustCallStatus) -> F", "completeFunc: (Long, Pointer) -> F");

/// Makes the changes in a file that calls the library.
pub(crate) fn freed_after_each_call(source: &mut String) {
    for (generated, replacement) in CHANGES {
        assert!(source.contains(generated), "unexpected format of the generated Kotlin: it lacks `{generated}`");
        *source = source.replace(generated, replacement);
    }
    *source = source.replace(ASYNCHRONOUS.0, ASYNCHRONOUS.1);
}
