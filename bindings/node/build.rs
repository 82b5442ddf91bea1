//! Tells the linker that Node brings the symbols of its own API.

fn main() {
    napi_build::setup();
}
