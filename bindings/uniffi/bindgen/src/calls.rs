//! Changes the generated Kotlin so that calls of the platform, and others that are made for each request of a server, use JNI and not
//! JNA. `NativeCalls` in `packages/kotlin` makes the calls, and `jvm` in `bindings/uniffi` receives them.

use std::fmt::Write as _;

/// The line in the documentation of a method or a function that is called through JNI.
const MARK: &str = "On a JVM it is called through JNI.";
/// The last line of a call that takes arguments: of an asynchronous one, and of any other.
const ENDS: [&str; 2] = ["ErrorHandler,\n", "_status)\n"];
const SYMBOL: &str = "UniffiLib.uniffi_open_platform_uniffi_fn_";

/// Replaces the bodies of all methods and functions that have the mark.
pub(crate) fn by_jni(source: &mut String) {
    let marked = source.matches(MARK).count();
    if marked == 0 {
        return;
    }
    let mut names = Vec::new();
    let mut changed = String::with_capacity(source.len());
    let mut rest = source.as_str();
    while let Some((before, body, after)) = next(rest) {
        let call = Call::read(body);
        changed.push_str(before);
        changed.push_str(&call.body());
        names.push(call.name);
        rest = after;
    }
    changed.push_str(rest);
    // The mark of a method occurs twice: in an interface, and in the class that has the body.
    let functions = names.iter().filter(|name| name.starts_with(FUNCTION)).count();
    assert_eq!(
        2 * names.len() - functions,
        marked,
        "unexpected format of the generated Kotlin: some methods with the mark have no body"
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

/// The text before the body of the next method or function with the mark, the body, and the text after it.
fn next(source: &str) -> Option<(&str, &str, &str)> {
    source.match_indices(MARK).find_map(|(mark, _)| {
        let signature = mark + source[mark..].find("fun `")?;
        let begin = signature + source[signature..].find('\n')?;
        // A method of an interface has none.
        if !source[..begin].ends_with(" {") && !source[begin..].starts_with("\n        = ") {
            return None;
        }
        let last = ENDS.iter().filter_map(|end| Some(begin + source[begin..].find(end)? + end.len())).min()?;
        let brackets = source[last..].split_inclusive('\n').take_while(|line| !line.trim().is_empty());
        let end = last + brackets.map(str::len).sum::<usize>();
        Some((source[..begin].trim_end_matches(" {"), &source[begin..end], &source[end..]))
    })
}

/// The begin of the name of a function.
const FUNCTION: &str = "func_";

/// A call, as read from its body.
struct Call<'a> {
    /// The name in the library: the handle in lower case, `_` and the method; or `func_` and the function.
    name: &'a str,
    is_asynchronous: bool,
    /// The converter and the name of each argument.
    arguments: Vec<(&'a str, &'a str)>,
    /// The converter of the result, if there is one.
    result: Option<&'a str>,
}

impl<'a> Call<'a> {
    fn read(body: &'a str) -> Self {
        let symbol =
            body.split_once(SYMBOL).and_then(|(_, rest)| rest.split_once('(')).expect("a function of the library").0;
        let lines = || body.lines().map(str::trim);
        let argument = |line: &'a str| line.split_once("),")?.0.split_once(".lower(");
        let result = |line: &'a str| {
            let asynchronous = line.strip_prefix("{ ").and_then(|line| line.strip_suffix(".lift(it) },"));
            asynchronous.or_else(|| line.strip_prefix("return ")?.strip_suffix(".lift("))
        };
        Self {
            name: symbol.strip_prefix("method_").unwrap_or(symbol),
            is_asynchronous: body.contains("uniffiRustCallAsync("),
            arguments: lines().filter_map(argument).collect(),
            result: lines().find_map(result),
        }
    }

    /// The body that makes the call through JNI.
    fn body(&self) -> String {
        let sizes: Vec<_> = self.arguments.iter().map(|(it, name)| format!("{it}.allocationSize({name})")).collect();
        let writes: Vec<_> = self.arguments.iter().map(|(it, name)| format!("{it}.write({name}, to)")).collect();
        let read = self.result.map_or_else(String::new, |it| format!("from -> {it}.read(from)"));
        let sizes = if sizes.is_empty() { "0UL".to_owned() } else { sizes.join(" + ") };
        let (name, writes) = (self.name, writes.join("; "));
        let call = if self.is_asynchronous { "call" } else { "callNow" };
        let start = if name.starts_with(FUNCTION) { "start(0)" } else { "callWithOwnHandle(start)" };
        format!(
            " =\n        NativeCalls.{call}(MethodNumbers.{name}, {{ start -> {start} }}, {sizes}, {{ to -> {writes} }}, {{ {read} }})\n"
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
