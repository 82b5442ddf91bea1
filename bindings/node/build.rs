//! Leaves the symbols of Node-API undefined: Node defines them at load time.

fn main() {
    napi_build::setup();
}
