//! The methods of objects that only call the core.

/// Makes the methods of a class from their rows in [`open_platform::each_method`]. The class has the object of the core as `core`.
macro_rules! methods {
    ($class:ident: $(
        $(#[$about:meta])* $kind:ident $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $value:expr;
    )+) => {
        #[napi]
        impl $class {$(
            $(#[$about])*
            #[napi(catch_unwind)]
            pub fn $name(&self, env: Env, $($argument: $type),*) -> napi::Result<$result> {
                let $core = &self.core;
                methods!(@$kind env, $value)
            }
        )+}
    };
    (@check $env:ident, $value:expr) => { $value.map_err(raise($env)) };
    (@$kind:ident $env:ident, $value:expr) => {{
        let _ = $env;
        Ok($value)
    }};
}
pub(crate) use methods;
