//! Sets linker options for the smallest library if the build is optimized for size: `--profile phone`.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name, value: &str| var(name).is_ok_and(|it| it == value);
    let android = is("CARGO_CFG_TARGET_OS", "android");
    // Both targets use LLD. Apple's linker has similar optimizations by default.
    let lld = android || is("TARGET", "x86_64-unknown-linux-gnu");
    if is("OPT_LEVEL", "z") && lld {
        // Merges functions with identical code.
        println!("cargo::rustc-link-arg-cdylib=-Wl,--icf=all");
        // Packs the table of relocations to 3 KB instead of 150. Android supports its format since version 6, glibc the other
        // format since 2022.
        let table = if android { "--pack-dyn-relocs=android" } else { "-z,pack-relative-relocs" };
        println!("cargo::rustc-link-arg-cdylib=-Wl,{table}");
        // Removes the metadata that only the source generator reads, about 100 KB. The generator also needs the symbols, so the
        // metadata is kept if the symbols are.
        println!("cargo::rerun-if-env-changed=CARGO_PROFILE_PHONE_STRIP");
        if !is("CARGO_PROFILE_PHONE_STRIP", "none") {
            let folder = var("CARGO_MANIFEST_DIR").unwrap();
            println!("cargo::rerun-if-changed=shipped.ld");
            println!("cargo::rustc-link-arg-cdylib=-Wl,-T,{folder}/shipped.ld");
        }
    }
}
