//! The generator of the same version as the library whose interface it reads.

fn main() {
    uniffi::uniffi_bindgen_main();
}
