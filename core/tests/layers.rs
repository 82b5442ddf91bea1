//! Checks that each module of `src` imports only modules that `lib.rs` lists before it.
//!
//! The imports are read from the source: every path that begins with `crate::`, in `use` lines and in expressions, outside
//! of comments, strings and tests. The expansion of the attribute `#[data]`, which is derived code, and calls of methods that a
//! later module adds to the type of an earlier one are not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Edges = BTreeMap<(String, String), Vec<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The text with comments and the contents of strings replaced by spaces. Lines keep their numbers.
fn code_only(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut code = String::with_capacity(text.len());
    let mut i = 0;
    let blank = |code: &mut String, from: usize, to: usize| {
        code.extend(chars[from..to.min(chars.len())].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
    };
    while i < chars.len() {
        let end = match at(i) {
            '/' if at(i + 1) == '/' => (i..chars.len()).find(|j| at(*j) == '\n').unwrap_or(chars.len()),
            '/' if at(i + 1) == '*' => {
                (i + 2..chars.len()).find(|j| at(*j) == '*' && at(j + 1) == '/').map_or(chars.len(), |j| j + 2)
            }
            'r' if matches!(at(i + 1), '"' | '#') && (i == 0 || !at(i - 1).is_alphanumeric()) => {
                let hashes = (i + 1..).take_while(|j| at(*j) == '#').count();
                if at(i + 1 + hashes) == '"' {
                    let closes = |j: &usize| at(*j) == '"' && (1..=hashes).all(|h| at(j + h) == '#');
                    (i + 2 + hashes..chars.len()).find(closes).map_or(chars.len(), |j| j + 1 + hashes)
                } else {
                    i
                }
            }
            '"' => {
                let mut j = i + 1;
                while j < chars.len() && at(j) != '"' {
                    j += if at(j) == '\\' { 2 } else { 1 };
                }
                j + 1
            }
            '\'' if at(i + 1) == '\\' => (i + 3..chars.len()).find(|j| at(*j) == '\'').map_or(chars.len(), |j| j + 1),
            '\'' if at(i + 2) == '\'' => i + 3,
            _ => i,
        };
        if end > i {
            blank(&mut code, i, end);
            i = end;
        } else {
            code.push(at(i));
            i += 1;
        }
    }
    code
}

/// The code without the items under `#[cfg(test)]`, and the modules among these that have a file.
fn without_tests(code: &str) -> (String, Vec<String>) {
    const MARK: &str = "#[cfg(test)]";
    let (mut kept, mut modules, mut rest) = (String::new(), Vec::new(), code);
    while let Some((before, item)) = rest.split_once(MARK) {
        kept.push_str(before);
        let mut depth = 0_usize;
        let end = item.char_indices().find(|(_, c)| {
            match c {
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && matches!(c, ';' | '}')
        });
        let end = end.map_or(item.len(), |(at, _)| at + 1);
        let (item, after) = item.split_at(end);
        if let Some((_, name)) = item.strip_suffix(';').and_then(|item| item.split_once("mod ")) {
            modules.push(name.trim().to_owned());
        }
        kept.extend(item.chars().filter(|c| *c == '\n'));
        rest = after;
    }
    kept.push_str(rest);
    (kept, modules)
}

/// The sources by their top-level module, without tests: file name and code.
fn sources() -> BTreeMap<String, Vec<(String, String)>> {
    fn walk(directory: &Path, all: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, all);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.push(path);
            }
        }
    }
    let (root, mut files) = (root(), Vec::new());
    walk(&root, &mut files);
    files.sort();
    let mut read = Vec::new();
    let mut of_tests = BTreeSet::new();
    for file in files {
        let (code, modules) = without_tests(&code_only(&fs::read_to_string(&file).unwrap()));
        let own = match file.file_stem().and_then(|stem| stem.to_str()) {
            Some("mod" | "lib") | None => file.parent().unwrap().to_owned(),
            Some(_) => file.with_extension(""),
        };
        of_tests.extend(modules.into_iter().map(|module| own.join(module)));
        read.push((file, code));
    }
    let mut sources = BTreeMap::<_, Vec<_>>::new();
    for (file, code) in read {
        if file.with_extension("").ancestors().any(|path| of_tests.contains(path)) {
            continue;
        }
        let name = file.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let module = name.split(['/', '.']).next().unwrap().to_owned();
        sources.entry(module).or_default().push((name, code));
    }
    sources
}

/// The items that `lib.rs` re-exports at the root of the crate, with the module of each.
fn reexports(lib: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for line in lib.split(';') {
        let Some((_, path)) = line.split_once("pub use ") else { continue };
        let Some((module, items)) = path.split_once("::") else { continue };
        for item in items.trim_matches(['{', '}']).split(',') {
            found.insert(item.trim().to_owned(), module.trim().to_owned());
        }
    }
    found
}

/// All imports between modules, with their source locations.
fn edges(sources: &BTreeMap<String, Vec<(String, String)>>) -> Edges {
    let items = reexports(&sources["lib"][0].1);
    let macros: BTreeMap<String, String> = sources
        .iter()
        .flat_map(|(module, files)| files.iter().map(move |file| (module, &file.1)))
        .flat_map(|(module, code)| {
            let names = code.split("macro_rules! ").skip(1).filter_map(|rest| rest.split([' ', '{']).next());
            // `#[methods(…)]` on `impl Grants` makes the macro `grants_methods`.
            let objects =
                code.split("#[methods(").skip(1).filter_map(|rest| rest.split_once("impl ")?.1.split(' ').next());
            let made = objects.map(|object| format!("{}_methods", object.to_lowercase()));
            names.map(str::to_owned).chain(made).map(move |name| (name, module.clone()))
        })
        .collect();
    let mut edges = Edges::new();
    for (module, files) in sources.iter().filter(|(module, _)| *module != "lib") {
        for (file, code) in files {
            let is_top = [format!("{module}.rs"), format!("{module}/mod.rs")].contains(file);
            let names_root =
                is_top && code.lines().any(|line| line.contains("use super::") && line.starts_with(['u', 'p']));
            assert!(!names_root, "{file}: write `use crate::…` for what is outside of the module");
            for (at, _) in code.match_indices("crate::") {
                let line = code[..at].matches('\n').count() + 1;
                let path = &code[at + "crate::".len()..];
                let names: Vec<&str> = match path.strip_prefix('{') {
                    Some(_) => panic!("{file}:{line}: write one `use crate::…` for each module"),
                    None => path.split(|c: char| !c.is_alphanumeric() && c != '_').take(1).collect(),
                };
                for name in names {
                    let target = match sources.contains_key(name) {
                        true => name,
                        false => items.get(name).or_else(|| macros.get(name)).map_or_else(
                            || panic!("{file}:{line}: crate::{name} is neither a module nor what lib.rs offers"),
                            String::as_str,
                        ),
                    };
                    if target != module {
                        let places = edges.entry((module.clone(), target.to_owned())).or_default();
                        places.push(format!("{file}:{line}"));
                    }
                }
            }
        }
    }
    edges
}

/// The layers in the documentation of `lib.rs`: the rows of its table, each with its modules in order.
fn layers() -> Vec<Vec<String>> {
    let lib = fs::read_to_string(root().join("lib.rs")).unwrap();
    let table = lib.lines().skip_while(|line| !line.starts_with("//! | modules |")).skip(2);
    table
        .map_while(|line| line.strip_prefix("//! | "))
        .map(|row| row.split('|').next().unwrap().split('`').skip(1).step_by(2).map(str::to_owned).collect())
        .collect()
}

#[test]
fn a_module_imports_only_modules_listed_before_it() {
    let sources = sources();
    let layers = layers();
    let order: Vec<&String> = layers.iter().flatten().collect();
    let listed: BTreeSet<&String> = order.iter().copied().collect();
    let there: BTreeSet<&String> = sources.keys().filter(|module| *module != "lib").collect();
    assert_eq!(listed, there, "the table in lib.rs has every module");
    assert_eq!(listed.len(), order.len(), "the table in lib.rs has each module once");
    let place = |module: &String| order.iter().position(|name| *name == module);
    let edges = edges(&sources);
    let mut wrong = Vec::new();
    for ((from, to), places) in &edges {
        if place(to) >= place(from) {
            wrong.push(format!("{from} imports {to}: {}", places.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "imports of a later module:\n{}", wrong.join("\n"));
}

/// A type in the body of a macro has no path, so the imports do not show it.
#[test]
fn the_conversion_of_values_names_no_type_of_the_model() {
    let sources = sources();
    let words = |module: &str| -> Vec<String> {
        let codes = sources[module].iter().map(|(_, code)| code.as_str()).collect::<Vec<_>>().join("\n");
        let words = codes.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let model = words("model");
    let types = model.windows(3).filter(|it| it[0] == "pub" && ["struct", "enum"].contains(&it[1].as_str()));
    // Without the parameters of macros, such as `$name`.
    let types: BTreeSet<_> =
        types.map(|it| it[2].clone()).filter(|name| name.starts_with(char::is_uppercase)).collect();
    assert!(types.contains("Post") && types.contains("Message"), "{types:?}");
    let named: BTreeSet<_> = words("ffi").into_iter().filter(|word| types.contains(word)).collect();
    assert!(named.is_empty(), "{named:?}");
}

/// The modules from the second layer on and their imports, as a Mermaid flowchart. An import that others imply is left out: if
/// `client` imports `session` and `session` imports `stores`, there is no arrow from `client` to `stores`.
fn diagram(layers: &[Vec<String>], edges: &Edges) -> String {
    let shown: Vec<&String> = layers.iter().skip(1).flatten().collect();
    let imports = |from: &String| -> BTreeSet<&String> {
        let of_it = edges.keys().filter(|(module, _)| module == from);
        of_it.map(|(_, to)| to).filter(|to| shown.contains(to)).collect()
    };
    // In their order, so that the imports of a module come before it.
    let mut reached = BTreeMap::<&String, BTreeSet<&String>>::new();
    let mut arrows = String::new();
    for from in &shown {
        let direct = imports(from);
        let through: BTreeSet<&String> = direct.iter().filter_map(|to| reached.get(to)).flatten().copied().collect();
        for to in direct.difference(&through) {
            arrows.push_str(&format!("    {from} --> {to}\n"));
        }
        reached.insert(from, direct.union(&through).copied().collect());
    }
    let mut text = "```mermaid\nflowchart TB\n".to_owned();
    for (index, layer) in layers.iter().enumerate().skip(1).rev() {
        text.push_str(&format!("    subgraph layer{index}[\" \"]\n"));
        layer.iter().for_each(|module| text.push_str(&format!("        {module}\n")));
        text.push_str("    end\n");
    }
    text + &arrows + "```\n"
}

#[test]
fn the_diagram_in_the_documentation_matches_the_imports() {
    const BEGIN: &str = "<!-- modules: written by core/tests/layers.rs -->\n";
    const END: &str = "<!-- end of modules -->";
    let diagram = diagram(&layers(), &edges(&sources()));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/architecture.md");
    let document = fs::read_to_string(&file).unwrap();
    let (before, rest) = document.split_once(BEGIN).unwrap();
    let (block, after) = rest.split_once(END).unwrap();
    if std::env::var_os("OPEN_PLATFORM_WRITE_DOCS").is_some() {
        fs::write(&file, format!("{before}{BEGIN}{diagram}{END}{after}")).unwrap();
    } else {
        let command = "OPEN_PLATFORM_WRITE_DOCS=1 cargo test -p open-platform --test layers";
        assert_eq!(block, diagram, "the imports have changed, so write the diagram anew: {command}");
    }
}

#[test]
fn the_modules_to_read_for_changing_a_call_have_at_most_10_000_lines() {
    const LIMIT: usize = 10_000;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/architecture.md");
    let document = fs::read_to_string(file).unwrap();
    let (_, section) = document.split_once("## What to read for a change\n").unwrap();
    let (_, list) = section.split("\n## ").next().unwrap().split_once("read the modules ").unwrap();
    let modules: Vec<&str> = list.split_once(':').unwrap().0.split('`').skip(1).step_by(2).collect();
    let sources = sources();
    let lines: usize = modules
        .iter()
        .flat_map(|module| sources.get(*module).unwrap_or_else(|| panic!("there is no module {module}")))
        .map(|(_, code)| code.lines().filter(|line| !line.trim().is_empty()).count())
        .sum();
    assert!(modules.contains(&"api") && modules.contains(&"model"), "{modules:?}");
    assert!(list.contains("10,000 lines"), "{list}");
    assert!(lines <= LIMIT, "{modules:?} have {lines} lines of code");
    println!("{lines} lines of code");
}

#[test]
fn comments_strings_and_tests_are_not_counted_as_imports() {
    let code = code_only(
        "use crate::a; // crate::b\n/* crate::c */ let x = \"crate::d \\\" {\"; let y = '{'; r#\"crate::e\"#;",
    );
    assert!(code.contains("crate::a") && ["b", "c", "d", "e"].iter().all(|m| !code.contains(&format!("crate::{m}"))));
    let (kept, modules) =
        without_tests("a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nmod inner {\n fn f() { x(); }\n}\nc");
    assert_eq!((kept.lines().count(), modules), (9, vec!["tests".to_owned()]));
    assert!(kept.contains('b') && kept.contains('c') && !kept.contains("inner"), "{kept}");
}
