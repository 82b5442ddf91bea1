//! Changes the generated Kotlin so that the native memory of a call is freed when the call ends. JNA frees the memory of a
//! structure after the garbage collector has found it, on one thread, which cannot keep up with a server: each call has a status
//! and a result, and the heap fills with what waits to be freed.

/// The generated text and its replacement.
const CHANGES: [(&str, &str); 6] = [
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
