//! Calls of the platform in Kotlin: they cross by JNI and not as UniFFI's asynchronous functions. `jvm` in `bindings/uniffi`
//! is the other side, and `NativeCalls` in `packages/kotlin` makes them.

use std::fmt::Write as _;

/// What the library says of a method that can cross so.
const MARK: &str = "On a JVM it crosses by JNI.";
const BEGIN: &str = "        return uniffiRustCallAsync(\n";
const END: &str = "ErrorHandler,\n    )\n";
const SYMBOL: &str = "UniffiLib.uniffi_open_platform_uniffi_fn_method_";

/// Changes the bodies of all methods that have the mark.
pub(crate) fn by_jni(source: &mut String) {
    let marked = source.matches(MARK).count();
    if marked == 0 {
        return;
    }
    let mut names = Vec::new();
    let mut changed = String::with_capacity(source.len());
    let mut rest = source.as_str();
    // Each method stands in an interface and then in the class that has the body.
    while let Some((before, body, after)) = next(rest) {
        let last = before.rsplit_once("\n    }\n").map_or(before, |(_, last)| last);
        changed.push_str(before);
        if last.contains(MARK) {
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
        "the generated Kotlin has another form: methods that should cross by JNI do not"
    );
    let mut changed = with_own_handles(&changed);
    // `NativeCalls` finds the library as the generated code does.
    let found = changed.find("private fun findLibraryName").expect("a function that finds the library");
    changed.replace_range(found..found + "private".len(), "internal");
    changed.push_str("\n/** The numbers of the methods that are called by JNI. */\ninternal object MethodNumbers {\n");
    for name in names {
        let _ = writeln!(changed, "    @JvmField val {name} = NativeCalls.methodNumber(\"{name}\")");
    }
    changed.push_str("}\n");
    *source = changed;
}

/// The text before the next asynchronous body, the body, and what follows.
fn next(source: &str) -> Option<(&str, &str, &str)> {
    let begin = source.find(BEGIN)?;
    let end = begin + source[begin..].find(END)? + END.len();
    Some((&source[..begin], &source[begin..end], &source[end..]))
}

struct Call<'a> {
    /// As in the library's name of the function: the handle in small letters and the method.
    name: &'a str,
    /// Converter and name of each.
    arguments: Vec<(&'a str, &'a str)>,
    /// The converter of the answer, if there is one.
    answer: Option<&'a str>,
}

impl<'a> Call<'a> {
    fn read(body: &'a str) -> Self {
        let name =
            body.split_once(SYMBOL).and_then(|(_, rest)| rest.split_once('(')).expect("a function of the library").0;
        let lines = || body.lines().map(str::trim);
        let arguments = lines().filter_map(|line| line.strip_suffix("),")?.split_once(".lower(")).collect();
        let answer = lines().find_map(|line| line.strip_prefix("{ ")?.strip_suffix(".lift(it) },"));
        Self { name, arguments, answer }
    }

    fn body(&self) -> String {
        let sizes: Vec<_> = self.arguments.iter().map(|(it, name)| format!("{it}.allocationSize({name})")).collect();
        let writes: Vec<_> = self.arguments.iter().map(|(it, name)| format!("{it}.write({name}, to)")).collect();
        let read = self.answer.map_or_else(String::new, |it| format!("from -> {it}.read(from)"));
        let (name, sizes, writes) = (self.name, sizes.join(" + "), writes.join("; "));
        format!(
            "        return NativeCalls.call(MethodNumbers.{name}, {{ start -> callWithOwnHandle(start) }}, {sizes}, \
             {{ to -> {writes} }}, {{ {read} }})\n"
        )
    }
}

/// Gives the classes a `callWithHandle` whose handle is the object's own: UniFFI's functions take one that they may keep,
/// the calls here do not.
fn with_own_handles(source: &str) -> String {
    const BEGIN: &str = "    internal inline fun <R> callWithHandle(";
    const END: &str = "\n    }\n";
    let mut changed = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(begin) = rest.find(BEGIN) {
        let end = begin + rest[begin..].find(END).expect("the end of a function") + END.len();
        let function = &rest[begin..end];
        let own =
            function.replace("callWithHandle(", "callWithOwnHandle(").replace("this.uniffiCloneHandle()", "handle");
        assert!(!own.contains("uniffiCloneHandle") && own.contains("block(handle)"), "another form of callWithHandle");
        changed.push_str(&rest[..end]);
        changed.push('\n');
        changed.push_str(&own);
        rest = &rest[end..];
    }
    changed.push_str(rest);
    changed
}
