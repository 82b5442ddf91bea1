//! Asks the linker for the smallest library where size is what the build is for: `--profile phone`.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name, value: &str| var(name).is_ok_and(|it| it == value);
    let android = is("CARGO_CFG_TARGET_OS", "android");
    // Both are linked by LLD. Apple's linker does the like by itself.
    let lld = android || is("TARGET", "x86_64-unknown-linux-gnu");
    if is("OPT_LEVEL", "z") && lld {
        // Functions that have become the same are kept once.
        println!("cargo::rustc-link-arg-cdylib=-Wl,--icf=all");
        // Addresses that are set when the library is loaded are a table of 3 KB instead of 150. Android knows this form
        // of it since version 6, the C library of Linux the other one since 2022.
        let table = if android { "--pack-dyn-relocs=android" } else { "-z,pack-relative-relocs" };
        println!("cargo::rustc-link-arg-cdylib=-Wl,{table}");
        // What only the generator of the sources reads, a tenth of a megabyte. It needs the symbols, too: they stay together.
        println!("cargo::rerun-if-env-changed=CARGO_PROFILE_PHONE_STRIP");
        if !is("CARGO_PROFILE_PHONE_STRIP", "none") {
            let folder = var("CARGO_MANIFEST_DIR").unwrap();
            println!("cargo::rerun-if-changed=shipped.ld");
            println!("cargo::rustc-link-arg-cdylib=-Wl,-T,{folder}/shipped.ld");
        }
    }
}
