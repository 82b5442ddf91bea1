//! Changes the generated Kotlin so that calls of the platform use JNI and not UniFFI's asynchronous functions. `NativeCalls` in
//! `packages/kotlin` makes the calls, and `jvm` in `bindings/uniffi` receives them.

use std::fmt::Write as _;

/// The line in the documentation of a method that is called through JNI.
const MARK: &str = "On a JVM it is called through JNI.";
const BEGIN: &str = "        return uniffiRustCallAsync(\n";
const END: &str = "ErrorHandler,\n    )\n";
const SYMBOL: &str = "UniffiLib.uniffi_open_platform_uniffi_fn_method_";

/// Replaces the bodies of all methods that have the mark.
pub(crate) fn by_jni(source: &mut String) {
    let marked = source.matches(MARK).count();
    if marked == 0 {
        return;
    }
    let mut names = Vec::new();
    let mut changed = String::with_capacity(source.len());
    let mut rest = source.as_str();
    // The mark of a method occurs twice: in an interface, and in the class that has the body.
    while let Some((before, body, after)) = next(rest) {
        let head = before.rsplit_once("\n    }\n").map_or(before, |(_, head)| head);
        changed.push_str(before);
        if head.contains(MARK) {
            let call = Call::read(body);
            changed.push_str(&call.body());
            names.push(call.name);
        } else {
            changed.push_str(body);
        }
        rest = after;
    }
    changed.push_str(rest);
    assert_eq!(
        2 * names.len(),
        marked,
        "unexpected format of the generated Kotlin: some methods with the mark have no asynchronous body"
    );
    let mut changed = with_own_handles(&changed);
    // `NativeCalls` uses this function to find the library.
    let position = changed.find("private fun findLibraryName").expect("a function that finds the library");
    changed.replace_range(position..position + "private".len(), "internal");
    changed.push_str("\n/** The numbers of the methods that are called by JNI. */\ninternal object MethodNumbers {\n");
    for name in names {
        let _ = writeln!(changed, "    @JvmField val {name} = NativeCalls.methodNumber(\"{name}\")");
    }
    changed.push_str("}\n");
    *source = changed;
}

/// The text before the next asynchronous body, the body, and the text after it.
fn next(source: &str) -> Option<(&str, &str, &str)> {
    let begin = source.find(BEGIN)?;
    let end = begin + source[begin..].find(END)? + END.len();
    Some((&source[..begin], &source[begin..end], &source[end..]))
}

/// A call, as read from its asynchronous body.
struct Call<'a> {
    /// The name of the function in the library: the handle in lower case, `_` and the method.
    name: &'a str,
    /// The converter and the name of each argument.
    arguments: Vec<(&'a str, &'a str)>,
    /// The converter of the result, if there is one.
    result: Option<&'a str>,
}

impl<'a> Call<'a> {
    fn read(body: &'a str) -> Self {
        let name =
            body.split_once(SYMBOL).and_then(|(_, rest)| rest.split_once('(')).expect("a function of the library").0;
        let lines = || body.lines().map(str::trim);
        let arguments = lines().filter_map(|line| line.strip_suffix("),")?.split_once(".lower(")).collect();
        let result = lines().find_map(|line| line.strip_prefix("{ ")?.strip_suffix(".lift(it) },"));
        Self { name, arguments, result }
    }

    /// The body that makes the call through JNI.
    fn body(&self) -> String {
        let sizes: Vec<_> = self.arguments.iter().map(|(it, name)| format!("{it}.allocationSize({name})")).collect();
        let writes: Vec<_> = self.arguments.iter().map(|(it, name)| format!("{it}.write({name}, to)")).collect();
        let read = self.result.map_or_else(String::new, |it| format!("from -> {it}.read(from)"));
        let (name, sizes, writes) = (self.name, sizes.join(" + "), writes.join("; "));
        format!(
            "        return NativeCalls.call(MethodNumbers.{name}, {{ start -> callWithOwnHandle(start) }}, {sizes}, \
             {{ to -> {writes} }}, {{ {read} }})\n"
        )
    }
}

/// Adds to each class a variant of `callWithHandle` that does not clone the handle: UniFFI's functions take ownership of the
/// handle, but calls through JNI do not.
fn with_own_handles(source: &str) -> String {
    const BEGIN: &str = "    internal inline fun <R> callWithHandle(";
    const END: &str = "\n    }\n";
    let mut changed = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(begin) = rest.find(BEGIN) {
        let end = begin + rest[begin..].find(END).expect("the end of a function") + END.len();
        let function = &rest[begin..end];
        let variant =
            function.replace("callWithHandle(", "callWithOwnHandle(").replace("this.uniffiCloneHandle()", "handle");
        assert!(
            !variant.contains("uniffiCloneHandle") && variant.contains("block(handle)"),
            "unexpected format of callWithHandle"
        );
        changed.push_str(&rest[..end]);
        changed.push('\n');
        changed.push_str(&variant);
        rest = &rest[end..];
    }
    changed.push_str(rest);
    changed
}
